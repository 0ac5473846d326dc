import { expect, expectPaid, signIn, test } from './fixtures.ts'
import { screenshot } from './screenshots.ts'
import { newSubmission } from './task-fixtures.ts'

test('A creator finds a submission by its task title, approves it and finds it under Approved', async ({
  site,
}) => {
  const poster = await site.newVisitor('Alma who approves')
  const doer = await site.newApiUser()
  const title = `Approved benches ${Date.now()}`
  await newSubmission(poster.person, doer, title)
  await newSubmission(poster.person, doer, `Other benches ${Date.now()}`)
  const { page } = poster
  await signIn(page)
  await page.getByRole('banner').getByRole('link', { name: 'Approvals' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'My Tasks Submissions' })).toBeVisible()
  await expect(main.getByRole('tab', { name: 'Pending Review 2' })).toHaveAttribute('aria-selected', 'true')
  await expect(main.getByRole('listitem')).toHaveCount(2)

  await main.getByLabel('Search submissions').fill(title.toUpperCase())
  await expect(main.getByRole('listitem')).toHaveCount(1)
  await expect(main.getByRole('listitem')).toContainText('Submitted by User #')
  await main.getByRole('link', { name: 'Review Submission' }).click()
  const review = page.getByRole('dialog')
  await review.getByRole('button', { name: 'Approve and pay 30 CENTS' }).click()
  await expectPaid(page)
  await screenshot(page, 'paid')
  await review.getByRole('button', { name: 'Close' }).first().click()

  await expect(main.getByRole('heading', { name: 'No submissions found' })).toBeVisible()
  await main.getByRole('tab', { name: 'Approved 1' }).click()
  await expect(main.getByRole('link', { name: 'View Details' })).toBeVisible()
  await expect(main.getByRole('listitem')).toContainText('Reviewed by User #')
  await page.reload()
  await expect(main.getByRole('tab', { name: 'Approved 1' })).toHaveAttribute('aria-selected', 'true')
  await main.getByLabel('Status').selectOption('Pending')
  await main.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(1)
})

test('An admin’s approvals page shows a submission to another user’s task with the submitter’s name', async ({
  site,
}) => {
  const poster = await site.newApiUser()
  const doer = await site.newApiUser()
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  const title = `Benches for an admin ${Date.now()}`
  await newSubmission(poster, doer, title)
  const { username } = await doer.call('GET /api/user', {})
  await signIn(page, `/approvals?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Approvals Dashboard' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(username)
})

test('The approvals page asks for a login if the session has ended', async ({ site }) => {
  const { page } = await site.newVisitor('Sven whose session ends')
  await signIn(page)
  await page.route('**/api/user/summary', (route) =>
    route.fulfill({ status: 401, json: { message: 'Please sign in', requestId: 'test' } }),
  )
  await page.goto('/approvals')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Authentication Required' })).toBeVisible()
  await expect(main).toContainText('Please log in to view the approvals page.')
  await expect(main.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
})
