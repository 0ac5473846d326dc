import { toBaseUnits } from '../../domain/escrow.ts'
import { expect, signIn, test, toastOf } from './fixtures.ts'
import { newSubmission } from './task-fixtures.ts'

const approve = { name: 'Approve and pay 30 CENTS' }

test('Rejecting needs words of one\u2019s own, and the doer reads them', async ({ site }) => {
  const poster = await site.newVisitor('Petra who is picky')
  const doer = await site.newVisitor('Dina the doer')
  const { task, submission } = await newSubmission(
    poster.person,
    doer.person,
    `Rejected benches ${Date.now()}`,
  )
  await signIn(poster.page)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByRole('button', { name: 'Requirements not met' }).click()
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(poster.page)).toContainText('Feedback required')
  await expect(review.getByRole('alert')).toHaveText(
    'Please provide feedback explaining why this submission is being rejected.',
  )
  await review.getByLabel('Feedback').fill('Which park by which station?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(poster.page)).toContainText('Submission rejected')
  await expect(review).toBeHidden()

  await signIn(doer.page)
  await doer.page.goto(`/tasks?id=${task.id}`)
  await expect(doer.page.getByRole('dialog')).toContainText('Your submission was rejected.')
  await expect(doer.page.getByRole('dialog')).toContainText(
    'Requirements not met: Which park by which station?',
  )
})

test('A double click on approve pays once', async ({ site }) => {
  const poster = await site.newVisitor('Dora who double-clicks')
  const doer = await site.newVisitor('Dave the doer')
  const { submission } = await newSubmission(poster.person, doer.person, `Clicked benches ${Date.now()}`)
  const before = await doer.person.balance()
  let patches = 0
  await signIn(poster.page)
  poster.page.on('request', (request) => {
    if (request.method() === 'PATCH') patches += 1
  })
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  await poster.page.getByRole('dialog').getByRole('button', approve).dblclick()
  await expect(toastOf(poster.page)).toContainText('Reward transferred successfully')
  expect(patches).toBe(1)
  expect((await doer.person.balance()) - before).toBe(toBaseUnits(30))
})

test('A submission that was reviewed elsewhere in the meantime says so, and stays as it was', async ({
  site,
}) => {
  const poster = await site.newVisitor('Tess with two tabs')
  const doer = await site.newVisitor('Theo the doer')
  const { submission } = await newSubmission(poster.person, doer.person, `Contested benches ${Date.now()}`)
  await signIn(poster.page)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await expect(review.getByRole('button', approve)).toBeVisible()
  await poster.person.call('PATCH /api/submissions/{id}', {
    id: submission.id,
    status: 'rejected',
    feedback: 'Decided in the other tab.',
  })
  const before = await doer.person.balance()
  await review.getByRole('button', approve).click()
  await expect(toastOf(poster.page)).toContainText('Failed to update submission')
  await expect(review.getByRole('alert')).toContainText('already been rejected')
  await expect(review).toContainText('Decided in the other tab.')
  await expect(review.getByRole('button', approve)).toBeHidden()
  expect(await doer.person.balance()).toBe(before)
})

test('A payment that still settles is followed, and it is safe to close the window', async ({ site }) => {
  const poster = await site.newVisitor('Lena who is patient')
  const doer = await site.newVisitor('Leo the doer')
  const { submission } = await newSubmission(poster.person, doer.person, `Slow benches ${Date.now()}`)
  let asked = 0
  await poster.page.route('**/api/blockchain/release-reward', (route) => {
    asked += 1
    const due = { status: 'due', transactionHash: null, amount: 30, recipient: doer.person.wallet.address }
    return asked < 2 ? route.fulfill({ status: 202, json: due }) : route.fallback()
  })
  await signIn(poster.page)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await review.getByRole('button', approve).click()
  await expect(review).toContainText('It is safe to close this window')
  await expect(toastOf(poster.page)).toContainText('Reward transferred successfully')
  await expect(review.getByRole('button', { name: /Copy transaction hash 0x/ })).toBeVisible()
})

test('A transfer that failed says where the money is, also to who looks later', async ({ site }) => {
  const poster = await site.newVisitor('Fay whose transfer fails')
  const doer = await site.newVisitor('Finn the doer')
  const { submission } = await newSubmission(poster.person, doer.person, `Failing benches ${Date.now()}`)
  const failed = {
    status: 'failed',
    transactionHash: null,
    amount: 30,
    recipient: doer.person.wallet.address,
  }
  await poster.page.route('**/api/blockchain/release-reward', (route) => route.fulfill({ json: failed }))
  // The schedule, which knows nothing of this failure, may pay it meanwhile.
  await poster.page.route(`**/api/submissions/${submission.id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), transactionHash: null } })
  })
  await signIn(poster.page)
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await review.getByRole('button', approve).click()
  await expect(toastOf(poster.page)).toContainText('Token transfer failed')
  await expect(review).toContainText('the reward is still in escrow')
  await poster.page.reload()
  await expect(review).toContainText('the reward is still in escrow')
})

test('Approving needs a connected wallet, rejecting does not', async ({ site }) => {
  const poster = await site.newVisitor('Cora who disconnects')
  const doer = await site.newVisitor('Carl the doer')
  const { submission } = await newSubmission(poster.person, doer.person, `Unplugged benches ${Date.now()}`)
  await signIn(poster.page)
  await poster.page.goto('/dashboard')
  await poster.page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(toastOf(poster.page)).toContainText('Wallet disconnected')
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await expect(review).toContainText('Connect your wallet to approve submissions.')
  await expect(review.getByRole('button', approve)).toBeDisabled()
  await expect(review.getByRole('button', { name: 'Reject' })).toBeEnabled()
  await review.getByRole('button', { name: 'Connect wallet' }).click()
  await poster.page.getByRole('dialog').getByRole('listitem').getByRole('button').click()
  await expect(review.getByRole('button', approve)).toBeEnabled()
})

test('Whoever handed in a proof sees it in read-only mode', async ({ site }) => {
  const poster = await site.newVisitor('Rex the poster')
  const doer = await site.newVisitor('Runa the reader')
  const { submission } = await newSubmission(poster.person, doer.person, `Read benches ${Date.now()}`)
  await signIn(doer.page)
  await doer.page.goto(`/dashboard?review=${submission.id}`)
  const review = doer.page.getByRole('dialog')
  await expect(review).toContainText("You're viewing this submission in read-only mode.")
  await expect(review.getByRole('button', approve)).toHaveCount(0)
})
