import { expect, signIn, test } from './fixtures.ts'
import { failRequests } from './network-faults.ts'
import { newSubmission, newTask, untilFound } from './task-fixtures.ts'

test('The reward slider ends at the largest reward and narrows the list, and Clear filters resets it', async ({
  site,
}) => {
  const { page, person } = await site.newVisitor('Fay who filters')
  const [largest] = await person.call('GET /api/tasks', { sort: 'reward-high', limit: 1 })
  await page.goto('/tasks')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(9)
  await main.getByText('More filters').click()
  const most = main.getByRole('slider', { name: 'Reward, at most' })
  await expect(most).toHaveAttribute('aria-valuetext', `${largest?.reward} CENTS`)
  await main.getByRole('slider', { name: 'Reward, at least' }).fill('390')
  await expect(page).toHaveURL(/minReward=390/)
  await expect(main.getByRole('listitem')).not.toHaveCount(9)
  for (const card of await main.getByRole('listitem').all())
    expect(Number((await card.innerText()).match(/([\d,]+)\s*CENTS/)?.[1]?.replace(',', ''))).toBeGreaterThan(
      389,
    )
  await expect(main.getByText('1 active filter')).toBeVisible()
  await expect(main.getByText('Hide completed tasks')).toHaveCount(0)
  await main.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(main.getByRole('listitem')).toHaveCount(9)
  await expect(page).toHaveURL(/\/tasks$/)
})

test('Completed tasks are hidden from the doer until Hide completed tasks is unchecked', async ({ site }) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Hilde who did one')
  const stamp = Date.now()
  const { submission } = await newSubmission(poster, doer.person, `Hidden benches ${stamp} done`)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  await newTask(poster, `Hidden benches ${stamp} open`)
  await untilFound(poster, `Hidden benches ${stamp}`, 2)
  const { page } = doer
  await signIn(page, `/tasks?q=${encodeURIComponent(`Hidden benches ${stamp}`)}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await expect(main.getByRole('listitem')).toContainText('open')
  const toggle = main.getByLabel('Hide completed tasks')
  await expect(toggle).toBeChecked()
  await toggle.uncheck()
  await expect(main.getByRole('listitem')).toHaveCount(2)
  await expect(main.getByText('2 active filters')).toBeVisible()
})

test('If the completed tasks cannot be loaded, an error is shown and the list shows all tasks', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Failing Fritz')
  await failRequests(page, '**/api/user/completed-tasks')
  await signIn(page, '/tasks')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch completed tasks')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(9)
})
