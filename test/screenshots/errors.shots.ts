import {
  answerWallet,
  expect,
  setWallets,
  signIn,
  switchAccount,
  switchToOtherChain,
  test,
  walletDialog,
} from '../e2e/fixtures.ts'
import { failRequests, holdTransactions } from '../e2e/network-faults.ts'
import { picture } from '../e2e/png-image.ts'
import { fillTask, newImageSubmission, newSubmission, newTask, openCreateTask } from '../e2e/task-fixtures.ts'
import { open, take } from './take-screenshots.ts'

test('Screenshots of failed, loading and offline pages are taken', async ({ site }) => {
  const { page } = await site.newVisitor('Una the unlucky')
  await failRequests(page, '**/api/tasks*')
  await open(page, '/tasks', 'Error loading tasks')
  await take(page, '70-tasks-failed')
  await page.unroute('**/api/tasks*')
  await signIn(page)
  await failRequests(page, '**/api/dashboard')
  await open(page, '/dashboard', 'Error Loading Dashboard')
  await take(page, '70-dashboard-failed')
  await page.unroute('**/api/dashboard')

  const loading = ['**/api/leaderboard*', '**/api/tasks*', '**/api/dashboard', /\/api\/tasks\/\w+/]
  for (const address of loading) await page.route(address, () => {})
  for (const [at, scene] of [
    ['/leaderboard', '71-leaderboard-loading'],
    ['/tasks', '71-tasks-loading'],
    ['/dashboard?tab=submissions', '71-dashboard-loading'],
    ['/approvals', '71-approvals-loading'],
    ['/about?id=01ARZ3NDEKTSV4RRFFQ69G5FAV', '71-task-loading'],
  ] as const) {
    await page.goto(at)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    await take(page, scene)
  }
  for (const address of loading) await page.unroute(address)

  await open(page, '/tasks', 'Available Tasks')
  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await take(page, '72-offline', { fullPage: false })
})

test('Screenshots of failed, loading and empty tabs for admins, and of the pages about money and people, are taken', async ({
  site,
}) => {
  const { page } = await site.newVisitor('Ada the admin', { admin: true })
  const other = await site.newApiUser()
  await signIn(page)
  const empty: Record<string, unknown> = {
    appeals: { appeals: [], waiting: [] },
    reports: { cases: [], more: false },
    audit: [],
  }
  for (const [tab, json] of Object.entries(empty)) {
    const address = `**/api/admin/${tab}*`
    await page.route(address, () => {})
    await page.goto(`/admin?tab=${tab}`)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    await take(page, `74-${tab}-loading`)
    await page.unroute(address)
    await failRequests(page, address)
    await open(page, `/admin?tab=${tab}`, /could not be loaded|Failed to load/)
    await take(page, `74-${tab}-failed`)
    await page.unroute(address)
    await page.route(address, (route) => route.fulfill({ json }))
    await open(page, `/admin?tab=${tab}`, 'Admin Panel')
    await take(page, `74-${tab}-empty`)
    await page.unroute(address)
  }
  const { username } = await other.call('GET /api/user', {})
  for (const [at, api] of [
    ['/money', '**/api/money'],
    [`/u/${username}`, '**/api/profiles/**'],
  ] as const) {
    const scene = `75-${at.split('/')[1]}`
    await page.goto(at)
    await page.waitForLoadState('networkidle')
    await take(page, scene)
    await page.route(api, () => {})
    await page.goto(at)
    await expect(page.getByRole('status').filter({ hasText: 'Loading' }).first()).toBeAttached()
    await take(page, `${scene}-loading`)
    await page.unroute(api)
    await failRequests(page, api)
    await open(page, at, /could not be loaded/)
    await take(page, `${scene}-failed`)
    await page.unroute(api)
  }
  await page.goto(`/u/${username}`)
  await page.getByRole('button', { name: 'Report this person' }).click()
  await take(page, '75-report-person')
})

test('Screenshots of a wrong network, a wrong account and a wallet change are taken', async ({ site }) => {
  const { page, person } = await site.newVisitor('Olga with two accounts')
  const other = await site.newVisitor('Olga’s other account')
  await signIn(page)
  await page.reload()
  await switchToOtherChain(page)
  await page.goto('/?create=task')
  await expect(page.getByRole('dialog')).toContainText('Your wallet is on another network.')
  await take(page, '73-wrong-network')

  await setWallets(page, site.config, [other])
  await switchAccount(page, other.person.wallet.address)
  await page.goto('/?create=task')
  await expect(page.getByRole('dialog')).toContainText('but you are signed in with')
  await take(page, '73-other-account')

  await setWallets(page, site.config, [{ page, person }, other])
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Change wallet' }).click()
  const change = page.getByRole('dialog', { name: 'Change your wallet' })
  await expect(change.getByRole('button', { name: 'Wallet 2' })).toBeVisible()
  await take(page, '53-change-wallet')
})

test('Screenshots of a declined funding request and a pending transaction are taken', async ({ site }) => {
  const { page } = await site.newVisitor('Sloan who waits')
  await signIn(page)
  const release = await holdTransactions(page, site.config.rpcUrl)
  const create = await openCreateTask(page)
  await fillTask(create, { title: 'Count the swallows’ nests in your street', reward: 10, maxCompletions: 1 })
  await create.getByRole('button', { name: 'Fund and create task' }).click()
  await expect(walletDialog(page).getByRole('heading')).toContainText('send this transaction')
  await answerWallet(page, 'send this transaction', 'Reject')
  await expect(create.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await take(page, '23-funding-declined')
  await create.getByRole('button', { name: 'Fund and create task' }).click()
  await answerWallet(page, 'send this transaction')
  await expect(create).toContainText('The chain is slow just now.')
  await take(page, '24-funding-slow')
  await release()
  await expect(create).toBeHidden()
})

test('Screenshots of uploading, rejected and unpaid proofs are taken', async ({ site }) => {
  const poster = await site.newVisitor('Petra the poster')
  const doer = await site.newVisitor('Dean the doer')
  const station = await newTask(poster.person, 'Photograph the clock of your station', 'file')
  const rejected = await newSubmission(poster.person, doer.person, 'Which park has the oldest bench?')
  const unpaid = await newSubmission(poster.person, doer.person, 'Read the plaque by the bridge')
  const broken = await newImageSubmission(poster.person, doer.person, 'Photograph the plaque by the bridge')
  await poster.person.call('PATCH /api/submissions/{id}', {
    id: rejected.submission.id,
    status: 'rejected',
    feedback: 'Requirements not met: which park by which station? The city has four.',
  })

  await signIn(doer.page)
  await doer.page.route('**/incoming/**', () => {})
  await doer.page.goto(`/tasks?id=${station.id}`)
  const form = doer.page.getByRole('dialog')
  await form
    .locator('input[type="file"]')
    .setInputFiles({ name: 'clock.png', mimeType: 'image/png', buffer: picture })
  await take(doer.page, '31-proof-uploading', { shows: form.getByLabel('Notes for the reviewer') })
  await open(doer.page, `/tasks?id=${rejected.task.id}`, 'Your submission was rejected.')
  await take(doer.page, '34-task-rejected')

  const { page } = poster
  await signIn(page)
  await page.route('**/api/files/**', (route) => route.abort())
  await page.goto(`/approvals?review=${broken.submission.id}`)
  const review = page.getByRole('dialog')
  await expect(review).toContainText('The file is there')
  await take(page, '46-review-broken-picture')
  const { address } = doer.person.wallet
  const failed = { status: 'failed', transactionHash: null, amount: 30, recipient: address }
  await page.route('**/api/blockchain/release-reward', (route) => route.fulfill({ json: failed }))
  await page.goto(`/approvals?review=${unpaid.submission.id}`)
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review).toContainText('the reward is still in escrow')
  await take(page, '46-review-unpaid')
})

test('Screenshots of the review queue are taken', async ({ site }) => {
  const poster = await site.newVisitor('Quinn with a queue')
  const doer = await site.newApiUser()
  for (const park of ['the old harbour', 'the hill', 'the river'])
    await newSubmission(poster.person, doer, `Count the benches by ${park}`)
  const { page } = poster
  await signIn(page)
  await open(page, '/approvals', 'My Tasks Submissions')
  await page.getByRole('link', { name: 'Review one by one' }).click()
  const review = page.getByRole('dialog')
  await expect(review).toContainText('2 more after this')
  await take(page, '47-queue')
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review).toContainText('1 more after this')
  await review.getByRole('button', { name: 'Reject' }).click()
  await review.getByRole('button', { name: 'Requirements not met' }).click()
  await expect(review.getByRole('alert')).toBeVisible()
  await take(page, '47-queue-reasons')
  await review.getByLabel('Feedback').fill('Which side of the hill?')
  await review.getByRole('button', { name: 'Reject' }).click()
  await expect(review).toContainText('The last one')
  await review.getByRole('button', { name: /^Approve/ }).click()
  await expect(review.getByRole('heading', { name: 'Everything is reviewed' })).toBeVisible()
  await expect(review.getByText('On its way')).toBeHidden()
  await take(page, '47-queue-end')
})
