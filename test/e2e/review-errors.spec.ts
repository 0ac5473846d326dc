import { expect, expectPaid, signInWithoutWallet, test, toastOf } from './fixtures.ts'
import { failRequests, hidePayment } from './network-faults.ts'
import { newDoer, newReview, newSubmission, newTask } from './task-fixtures.ts'

test('Failures of loading, of the doer’s wallet and of the payment show different errors in the review, and Check again shows the payment', async ({
  site,
}) => {
  const { approve, open, page, review, submission } = await newReview(site, 'Vic who approves in vain')
  await failRequests(page, '**/api/submissions/*')
  await open()
  await expect(page.getByRole('heading', { name: 'Failed to load submission details.' })).toBeVisible()
  await page.unroute('**/api/submissions/*')
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()

  await expect(approve).toBeEnabled()
  await failRequests(page, `**/api/users/${submission.userId}`)
  await approve.click()
  await expect(toastOf(page)).toContainText(
    "Could not get submitter's wallet address. Please try again later.",
  )
  await page.unroute(`**/api/users/${submission.userId}`)
  await page.route(`**/api/users/${submission.userId}`, async (route) => {
    await route.fulfill({ json: { ...(await (await route.fetch()).json()), walletAddress: null } })
  })
  await page.reload()
  await expect(review).toContainText('This doer has no wallet yet')
  await approve.click()
  await expect(toastOf(page)).toContainText(
    `Invalid wallet address for user ${submission.userId}. Contact an administrator.`,
  )
  await page.unroute(`**/api/users/${submission.userId}`)
  await failRequests(page, '**/api/blockchain/release-reward', 'The chain is away')
  const showPayment = await hidePayment(page, submission.id)
  await approve.click()
  await expect(toastOf(page)).toContainText('Token transfer failed')
  await expect(toastOf(page)).toContainText('Failed to release reward: The chain is away')
  await expect(review).toContainText('the payment is made by itself within minutes, and only once')
  showPayment()
  await page.unroute('**/api/blockchain/release-reward')
  await review.getByRole('button', { name: 'Check again' }).click()
  await expectPaid(page)
})

test('An admin without a connected wallet is told that approving needs one', async ({ site }) => {
  const poster = await site.newApiUser()
  const doer = await site.newApiUser()
  const admin = await site.newVisitor('Ada the admin', { admin: true })
  const { submission } = await newSubmission(poster, doer, `Unplugged admin ${Date.now()}`)
  await signInWithoutWallet(admin.page)
  await admin.page.goto(`/approvals?review=${submission.id}`)
  await expect(admin.page.getByRole('dialog')).toContainText(
    "You're an admin but need wallet connection to approve submissions.",
  )
})

test('An empty text proof is refused, and an inactive task is labelled on its creator’s dashboard', async ({
  site,
}) => {
  const poster = await site.newVisitor('Dina with a draft')
  const { dialog, submit } = await newDoer(site, 'Nat with nothing to say')
  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'Missing text proof: Please provide text description as proof',
  )

  await newTask(poster.person, `Inactive benches ${Date.now()}`)
  await signInWithoutWallet(poster.page)
  await poster.page.route('**/api/user/tasks', async (route) => {
    const [task] = await (await route.fetch()).json()
    await route.fulfill({ json: [{ ...task, isActive: false }] })
  })
  await poster.page.goto('/dashboard?tab=created')
  await expect(poster.page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
})
