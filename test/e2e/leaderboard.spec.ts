import { expect, signIn, test } from './fixtures.ts'
import { failRequests } from './network-faults.ts'
import { newSubmission } from './task-fixtures.ts'

test('A paid doer is on the leaderboard, which sorts by earnings or tasks, and the task page says completed', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Luis who earns')
  const { task, submission } = await newSubmission(poster, doer.person, `Ranked benches ${Date.now()}`)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const recipientId = submission.userId
  await poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId })

  const { page } = doer
  await signIn(page, '/leaderboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Top earners' })).toBeVisible()
  for (const name of ['Rank', 'User', 'Wallet Address', 'Tasks Completed', 'Total Earned (CENTS)'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible()
  const own = page.getByRole('row').filter({ hasText: 'You' })
  await expect(own).toContainText('30 CENTS')
  await expect(page.getByRole('columnheader', { name: 'Total Earned (CENTS)' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )

  await page.getByRole('columnheader').getByRole('button', { name: 'Tasks Completed' }).click()
  await expect(page).toHaveURL(/sort=tasks/)
  await expect(page.getByRole('button', { name: 'By tasks completed' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const counts = await page.getByRole('row').locator('td[data-label="Tasks Completed"]').allInnerTexts()
  expect(counts).toEqual(counts.toSorted((a, b) => Number(b) - Number(a)))
  await page.reload()
  await expect(own).toBeVisible()

  await page.goto(`/tasks?id=${task.id}`)
  await expect(page.getByRole('dialog')).toContainText(
    "You've completed this task! Your submission was approved.",
  )
})

test('The leaderboard has an empty state and an error state', async ({ site }) => {
  const { page } = await site.newVisitor('Nobody yet')
  await page.route('**/api/leaderboard*', (route) => route.fulfill({ json: [] }))
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { name: 'No leaderboard data available yet' })).toBeVisible()

  await failRequests(page, '**/api/leaderboard*')
  await page.goto('/leaderboard')
  await expect(page.getByRole('alert')).toContainText('Error Loading Leaderboard')
})
