import type { Page } from '@playwright/test'
import type { NotificationKind } from '../../domain/notification.ts'
import type { Submission } from '../../domain/submission.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { expectAccessible } from './accessibility.ts'
import {
  expect,
  paidDialog,
  rememberSession,
  type Site,
  signIn,
  signInWithoutWallet,
  test,
} from './fixtures.ts'
import { newSubmission, newTask } from './task-fixtures.ts'

/** The name of the bell. A dialog hides the bell from getByRole. */
const bell = (page: Page) => page.locator('header button[aria-label^="Notifications"]')

/** Waits until the server has notified this person of all these kinds, which happens some time after the event. */
const expectNotified = (person: ApiUser, ...kinds: NotificationKind[]) =>
  expect
    .poll(async () => (await person.call('GET /api/notifications', {})).notifications.map((one) => one.kind))
    .toEqual(expect.arrayContaining(kinds))

const unread = (page: Page, label: string) => expect(bell(page)).toHaveAttribute('aria-label', label)

/** A doer whose pages keep the dialog about a payment. `submit` submits proof, which `pay` approves and pays. */
async function newDoer(site: Site, name: string) {
  const { page, person } = await site.newVisitor(name, { keepsPaidDialog: true })
  const poster = await site.newApiUser()
  const submit = (what: string) => newSubmission(poster, person, `${what} ${Date.now()}`)
  const pay = async ({ id, taskId, userId }: Submission) => {
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
    await poster.call('POST /api/blockchain/release-reward', { taskId, recipientId: userId })
    await expectNotified(person, 'approved', 'paid')
  }
  return { page, pay, person, poster, submit }
}

test('Open tasks and dashboards show a rejection and a payment by themselves, and one of the tabs shows the payment once', async ({
  site,
}) => {
  const { page, pay, poster, submit } = await newDoer(site, 'Petra who is paid')
  const [refused, paid] = [await submit('Refused benches'), await submit('Paid benches')]
  await signIn(page)
  const board = await page.context().newPage()
  const tabs = [page, board]
  const dialog = page.getByRole('dialog', { name: paid.task.title })
  // The dialog about the payment, in whichever tab it opens, hides the page from getByRole.
  const row = ({ title }: { title: string }) => board.locator('main li').filter({ hasText: title })
  await board.goto('/dashboard?tab=submissions')
  await expect(row(paid.task)).toContainText('Pending')
  await page.goto(`/tasks?id=${refused.task.id}`)
  await expect(page.getByRole('dialog')).toContainText('Your submission is pending review.')
  const feedback = 'The number is missing.'
  const { id } = refused.submission
  await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback })
  await expect(page.getByRole('dialog')).toContainText('Your submission was rejected.')
  await expect(row(refused.task)).toContainText('Rejected')

  await page.goto(`/tasks?id=${paid.task.id}`)
  await expect(dialog).toContainText('Your submission is pending review.')
  await pay(paid.submission)
  await expect(row(paid.task)).toContainText('Paid:')
  const shows = (tab: Page) => paidDialog(tab).count()
  await expect.poll(async () => (await shows(page)) + (await shows(board))).toBe(1)
  const shown = paidDialog((await shows(page)) === 1 ? page : board)
  await expect(shown).toContainText('Paid to your wallet30 CENTS')
  await expect(shown).toContainText(paid.task.title)
  await expect(shown.getByRole('button', { name: /^Copy transaction hash 0x/ })).toBeVisible()
  await expect(shown).toContainText('5,030 TAX')
  await expectAccessible(shown.page(), 'the dialog about a payment')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toContainText("You've completed this task! Your submission was approved.")
  await page.reload()
  await board.reload()
  for (const tab of tabs) {
    await unread(tab, 'Notifications, 3 unread')
    await expect(paidDialog(tab)).toHaveCount(0)
  }
})

test('A payment of the last days is shown at the next visit, in one browser only', async ({ site }) => {
  const { page, pay, person, submit } = await newDoer(site, 'Nora at the next visit')
  for (const what of ['Later benches', 'Later bins']) await pay((await submit(what)).submission)
  await expect
    .poll(async () =>
      (await person.call('GET /api/notifications', {})).notifications.filter(({ kind }) => kind === 'paid'),
    )
    .toHaveLength(2)
  await signInWithoutWallet(page)
  await page.goto('/about')
  await expect(paidDialog(page)).toContainText('Paid to your wallet in 2 payments60 CENTS')
  await paidDialog(page).getByRole('button', { name: 'Done' }).click()
  await unread(page, 'Notifications, 4 unread')
  await bell(page).click()
  await unread(page, 'Notifications')
  const cookies = await page.context().cookies()
  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  await elsewhere?.addCookies(cookies)
  await elsewhere?.addInitScript(rememberSession, 'elsewhere')
  const device = await elsewhere?.newPage()
  if (!device) throw new Error('No browser')
  await device.goto('/about')
  await unread(device, 'Notifications')
  await expect(paidDialog(device)).toHaveCount(0)
  await elsewhere?.close()
})

test('The dialog about a payment waits until the dialog in which somebody types is closed', async ({
  site,
}) => {
  const { page, pay, person, poster, submit } = await newDoer(site, 'Ty who types')
  const { submission } = await submit('Typed benches')
  const later = await submit('Typed bins')
  const task = await newTask(poster, `More typed benches ${Date.now()}`)
  await signIn(page, `/tasks?id=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.title })
  const proof = dialog.getByRole('textbox').first()
  await proof.fill('Nine, along the')
  await pay(submission)
  await unread(page, 'Notifications, 2 unread')
  await proof.pressSequentially(' river.')
  await expect(proof).toHaveValue('Nine, along the river.')
  await expect(paidDialog(page)).toHaveCount(0)
  // Another tab shows the list of notifications. Then a second payment arrives.
  const [newest] = (await person.call('GET /api/notifications', {})).notifications
  await person.call('POST /api/notifications/seen', { id: newest?.id ?? '' })
  await unread(page, 'Notifications')
  await pay(later.submission)
  await unread(page, 'Notifications, 2 unread')
  await expect(paidDialog(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(paidDialog(page)).toContainText('Paid to your wallet in 2 payments60 CENTS')
})

test('The bell and the page of notifications tell what happened, lead to it, and mark it as seen', async ({
  site,
}) => {
  test.slow()
  const { page, person, poster, submit } = await newDoer(site, 'Bella with a bell')
  const { task, submission } = await submit('Rung benches')
  await signIn(page)
  await bell(page).click()
  const list = page.getByRole('region', { name: 'Notifications' })
  await expect(list).toContainText('No notifications yet')
  await expectAccessible(page, 'an empty list of notifications')
  await page.keyboard.press('Escape')

  const feedback = 'The number is missing.'
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback })
  const own = await newTask(person, `Own benches ${Date.now()}`)
  await poster.call('POST /api/submissions', { taskId: own.id, proofText: 'Eleven.' })
  await expectNotified(person, 'rejected', 'proofs-arrived')
  await page.goto('/about')
  await unread(page, 'Notifications, 2 unread')
  await bell(page).click()
  const items = list.getByRole('listitem')
  await expect(items.first()).toContainText(/1 proof arrived for your review.*New/)
  await expect(items.nth(1)).toContainText(
    /Your proof was rejected.*You can appeal until .*\. Reason: The number is missing\./,
  )
  await unread(page, 'Notifications')
  await expectAccessible(page, 'a list of notifications')
  if (await list.isHidden()) await bell(page).click()
  await items.nth(1).getByRole('link').click()
  await expect(page.getByRole('dialog', { name: task.title })).toContainText('Your submission was rejected.')

  await page.goto('/notifications')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('main')).not.toContainText('New')
  await expectAccessible(page, 'the page of notifications')
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page).toHaveURL(/dashboard\?tab=created/)
  await page.route('**/api/notifications', (route) => route.fulfill({ status: 500 }))
  await page.goto('/notifications')
  await expect(page.getByRole('alert')).toContainText('Failed to load your notifications')
  await expectAccessible(page, 'notifications that could not be loaded')
})

test('The link of a mail turns e-mail notifications off without a session, and the profile turns them on again', async ({
  site,
}) => {
  const { page, person, poster, submit } = await newDoer(site, 'Mel with mail')
  const email = `mel-${Date.now()}@example.com`
  await person.call('POST /api/user/update-profile', { email })
  await person.call('POST /api/user/email/send', {})
  await signIn(page, '/profile')
  const setting = page.getByRole('checkbox', { name: 'E-mail me about reviews, payments and appeals' })
  await expect(page.getByRole('main')).toContainText('add an e-mail address and confirm it')
  const mail = page.getByRole('article').filter({ hasText: email })
  await page.goto('/mail')
  await mail.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Your e-mail address is confirmed' })).toBeVisible()
  const { submission } = await submit('Mailed benches')
  const feedback = 'The number is missing.'
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback })
  const unsubscribe = mail.getByRole('link', { name: '/unsubscribe#' })
  await expect(async () => {
    await page.goto('/mail')
    await expect(unsubscribe).toHaveCount(1, { timeout: 500 })
  }).toPass()
  const url = (await unsubscribe.getAttribute('href')) ?? ''
  await page.goto('/profile')
  await expect(setting).toBeChecked()
  await expectAccessible(page, 'the profile with e-mail notifications')

  const { page: stranger } = await site.newVisitor('Sam without a session', { unregistered: true })
  const stop = stranger.getByRole('button', { name: 'Stop e-mail notifications' })
  await stranger.goto('/unsubscribe#wrong')
  await stop.click()
  await expect(stranger.getByRole('alert')).toContainText('This link does not work any more')
  await stranger.goto(url)
  await expectAccessible(stranger, 'the question whether e-mail notifications stop')
  await stop.click()
  await expect(stranger.getByRole('heading', { name: 'You get no more e-mail notifications' })).toBeVisible()
  await page.reload()
  await expect(setting).not.toBeChecked()
  await setting.click()
  await expect(setting).toBeChecked()
  await page.reload()
  await expect(setting).toBeChecked()
})
