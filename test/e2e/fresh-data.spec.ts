import { expect, expectPaid, signIn, test } from './fixtures.ts'
import { newSubmission } from './task-fixtures.ts'

test('After an approval, the task’s card and the leaderboard show the new state without a reload', async ({
  site,
}) => {
  const poster = await site.newVisitor('Frida who approves')
  const doer = await site.newApiUser()
  const title = `Fresh benches ${Date.now()}`
  await newSubmission(poster.person, doer, title)
  const { username } = await doer.call('GET /api/user', {})
  const { page } = poster
  await signIn(page)
  const main = page.getByRole('main')
  const open = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  const card = async () => {
    await open('Tasks')
    await main.getByLabel('Search tasks').fill(title)
    return main.getByRole('listitem').filter({ hasText: title })
  }
  await expect(await card()).toContainText('0 / 5 done')
  await open('Leaderboard')
  await expect(main.getByRole('row').nth(1)).toBeVisible()
  await expect(main.getByRole('row').filter({ hasText: username })).toHaveCount(0)

  await open('Approvals')
  await main.getByRole('link', { name: 'Review Submission' }).click()
  const review = page.getByRole('dialog')
  await expect(review).toContainText(username)
  await review.getByRole('button', { name: 'Approve and pay 30 CENTS' }).click()
  await expectPaid(page)
  await review.getByRole('button', { name: 'Close' }).first().click()

  await open('Leaderboard')
  await expect(main.getByRole('row').filter({ hasText: username })).toContainText('30 CENTS')
  await expect(await card()).toContainText('1 / 5 done')
})
