import { expect, signIn, test, toastOf } from './fixtures.ts'
import { newSubmission } from './task-fixtures.ts'

test('An admin sees all users, tasks and submissions, and rejects a submission to another user’s task', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newApiUser()
  const title = `Benches seen by an admin ${Date.now()}`
  const { submission } = await newSubmission(poster, doer, title)
  const { username } = await doer.call('GET /api/user', {})
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  await page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true }).click()
  const main = page.getByRole('main')
  for (const card of ['Total Users', 'Total Tasks', 'Total Submissions', 'CENTS Tokens'])
    await expect(main.getByRole('heading', { name: card })).toBeVisible()
  await expect(main).toContainText(/\d+ with connected wallets/)
  await expect(main).toContainText('paid out / total rewards')
  await expect(main.getByRole('region', { name: 'Recent submissions' }).getByRole('listitem')).toHaveCount(5)
  await expect(main.getByRole('region', { name: 'Category distribution' })).toContainText('Research')

  await main.getByRole('tab', { name: 'Users' }).click()
  for (const name of ['ID', 'Username', 'Email', 'Wallet Address', 'Role'])
    await expect(main.getByRole('columnheader', { name })).toBeVisible()
  await expect(main.getByRole('row').filter({ hasText: username })).toContainText('User')
  await expect(main.getByRole('row').filter({ hasText: 'ada_admin' })).toContainText('Admin')

  await main.getByRole('tab', { name: 'Tasks' }).click()
  await expect(main.getByRole('row').filter({ hasText: title })).toContainText('Active')

  await main.getByRole('tab', { name: 'Submissions' }).click()
  await main.getByRole('link', { name: 'Review one by one' }).click()
  await expect(page.getByRole('dialog')).toContainText(/1 of \d+/)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await main.getByRole('link', { name: `Review ${title}` }).click()
  const review = page.getByRole('dialog')
  await review.getByLabel('Feedback').fill('There are twelve.')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Submission rejected')
  await expect(review).toBeHidden()
  await expect(main.getByRole('row').filter({ hasText: title })).toContainText('Rejected')
  const after = await doer.call('GET /api/submissions/{id}', { id: submission.id })
  expect(after.status).toBe('rejected')
})

test('A user who is not an admin sees no Admin link and is redirected from /admin to the home page', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Nina who is no admin')
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/auth$/)
  await signIn(page)
  await expect(page.getByRole('link', { name: /^Admin/ })).toHaveCount(0)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Small jobs')
  await expect(page).toHaveURL(/\/$/)
})

test('If the admin data cannot be loaded, the page retries once and then shows the server’s message', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  await signIn(page)
  let asked = 0
  await page.route('**/api/admin/overview', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: { message: 'The table is away', requestId: 'test' } })
  })
  await page.goto('/admin')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert.getByRole('heading', { name: 'Error' })).toBeVisible()
  await expect(alert).toContainText('Failed to load admin data. The table is away')
  await expect(alert).toContainText('Please ensure you have admin privileges.')
  expect(asked).toBe(2)
})
