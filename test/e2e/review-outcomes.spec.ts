import { expect, signIn, switchAccount, test, toastOf } from './fixtures.ts'
import { hidePayment, withoutNews } from './network-faults.ts'
import { screenshot } from './screenshots.ts'
import { newReview, newSubmission } from './task-fixtures.ts'

const approve = { name: 'Approve and pay 30 CENTS' }

test('A rejection needs a reason or feedback, an error is announced once, and the doer sees both on the task', async ({
  site,
}) => {
  const poster = await site.newVisitor('Petra who is picky')
  const doer = await site.newVisitor('Dina the doer')
  const { task, submission } = await newSubmission(
    poster.person,
    doer.person,
    `Rejected benches ${Date.now()}`,
  )
  await signIn(poster.page, `/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await review.getByRole('button', { name: 'Reject' }).dblclick()
  await expect(toastOf(poster.page)).toContainText('Feedback required')
  await expect(review.getByRole('alert')).toHaveText(
    'Please provide feedback explaining why this submission is being rejected.',
  )
  await expect(review.getByRole('listitem')).toContainText('Feedback required')
  await expect(poster.page.getByRole('status').filter({ hasText: 'Feedback required' })).toHaveCount(0)
  await review.getByRole('radio', { name: 'Requirements not met' }).check()
  await review.getByLabel('Feedback').fill('Which park by which station?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(poster.page)).toContainText('Submission rejected')
  await expect(review).toBeHidden()

  await signIn(doer.page, `/tasks?id=${task.id}`)
  await expect(doer.page.getByRole('dialog')).toContainText('Your submission was rejected.')
  await expect(doer.page.getByRole('dialog')).toContainText(
    'Requirements not met: Which park by which station?',
  )
})

test('Approving a submission that was rejected meanwhile fails, shows the rejection and pays nothing', async ({
  site,
}) => {
  const { approve, doer, open, page, person, review, submission } = await newReview(
    site,
    'Tess with two tabs',
  )
  await withoutNews(page)
  await open()
  await expect(approve).toBeVisible()
  const feedback = 'Decided in the other tab.'
  await person.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback })
  const before = await doer.balance()
  await approve.click()
  await expect(toastOf(page)).toContainText('Failed to update submission')
  await expect(review.getByRole('alert')).toContainText('already been rejected')
  await expect(review).toContainText(feedback)
  await expect(approve).toBeHidden()
  expect(await doer.balance()).toBe(before)
})

test('After a failed transfer the review says that the reward is in escrow, also after a reload', async ({
  site,
}) => {
  const { approve, doer, open, page, review, submission } = await newReview(site, 'Fay whose transfer fails')
  const failed = { status: 'failed', transactionHash: null, amount: 30, recipient: doer.wallet.address }
  await page.route('**/api/blockchain/release-reward', (route) => route.fulfill({ json: failed }))
  await hidePayment(page, submission.id)
  await open()
  await approve.click()
  await expect(toastOf(page)).toContainText('Token transfer failed')
  await expect(review).toContainText('the reward is still in escrow')
  await page.reload()
  await expect(review).toContainText('the reward is still in escrow')
  await screenshot(page, 'failed payment')
})

test('Without the reviewer’s own wallet Approve is disabled and Reject is enabled', async ({ site }) => {
  const { approve, doer, open, page, person, review } = await newReview(site, 'Cora who disconnects')
  await switchAccount(page, doer.wallet.address)
  await open()
  await expect(review).toContainText('Choose that account in your wallet, or sign in with this one.')
  await expect(approve).toBeDisabled()
  await switchAccount(page, person.wallet.address)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toastOf(page)).toContainText('Wallet disconnected')
  await open()
  await expect(review).toContainText('Connect your wallet to approve submissions.')
  await expect(approve).toBeDisabled()
  await expect(review.getByRole('button', { name: 'Reject' })).toBeEnabled()
  await review.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog', { name: /wallet/ })
    .getByRole('listitem')
    .getByRole('button')
    .click()
  await expect(approve).toBeEnabled()
})

test('The submitter sees the review dialog in read-only mode', async ({ site }) => {
  const poster = await site.newApiUser()
  const doer = await site.newVisitor('Runa the reader')
  const { submission } = await newSubmission(poster, doer.person, `Read benches ${Date.now()}`)
  await signIn(doer.page, `/dashboard?review=${submission.id}`)
  const review = doer.page.getByRole('dialog')
  await expect(review).toContainText("You're viewing this submission in read-only mode.")
  await expect(review.getByRole('button', approve)).toHaveCount(0)
})
