import type { NotificationKind } from '../../domain/notification.ts'
import { isTold } from '../../domain/security-events.ts'
import { consume, reactions } from '../../functions/events/consume.ts'
import { sendMailAbout } from '../../functions/events/mail.ts'
import { mailText } from '../../functions/events/mail-text.ts'
import type { EventServices, MailServices } from '../../functions/events/reaction.ts'
import { remindOfReviews } from '../../functions/market/review-reminders.ts'
import * as notifications from '../../functions/table/notifications.ts'
import type { Change } from '../../functions/table/stream.ts'
import { followStream } from '../../local/event-stream.ts'
import { setAdmin } from '../../ops/admin.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { mailedToken } from '../support/mailed-token.ts'
import { concurrently } from '../support/responses.ts'
import { moveProof, signedChallenge, walletProofOf } from '../support/wallet-proof.ts'

const { connection, stack } = await startIsolatedStack({}, { stream: true })
const fixture = openFixture(connection)
const { newAdmin, newUser, newVisitor, postedTask, submittedTo, site } = fixture
const own = fixture.openOwnServices()
/** Every change that the stream delivered, to deliver it again. */
const seen: Change[] = []
const { DYNAMODB_ENDPOINT: endpoint = '', TABLE_NAME: tableName = '' } = connection.env
const stream = await followStream(tableName, endpoint, async (changes) => {
  seen.push(...changes)
  return []
})
afterAll(() => stream.close())

const inboxOf = (one: ApiUser) => one.call('GET /api/notifications', {})
const kindsOf = async (one: ApiUser) => (await inboxOf(one)).notifications.map(({ kind }) => kind)
const securityKindsOf = async (one: ApiUser) => (await kindsOf(one)).filter(isTold)

/** Waits until the inbox has exactly these kinds, in any order, beside those about the security of the account. */
const hears = (one: ApiUser, ...kinds: NotificationKind[]) =>
  vi.waitFor(
    async () => expect((await kindsOf(one)).filter((kind) => !isTold(kind)).sort()).toEqual(kinds.sort()),
    {
      timeout: 20_000,
      interval: 50,
    },
  )

const mails = async () =>
  (await (await fetch(`${site.origin}/mail`, { headers: { host: new URL(site.origin).host } })).text())
    .split('<article>')
    .slice(1)
const mailsTo = async (email: string) => (await mails()).filter((one) => one.includes(`To ${email},`))

async function confirmEmail(
  person: ApiUser & { id: string },
  email = `${person.id.toLowerCase()}@mail.example`,
) {
  await person.call('POST /api/user/update-profile', { email })
  await person.call('POST /api/user/email/send', {})
  await person.call('POST /api/user/email/confirm', { token: await mailedToken(site.origin, email) })
  return email
}

/** The changes of the stream when 25 notifications of a kind are added to an inbox. */
const manyAdded = (userId: string, kind: NotificationKind): Change[] =>
  Array.from({ length: 25 }, (_, at) => {
    const key = { pk: `INBOX#${userId}`, sk: `${kind}#${at}`, id: `${at}`, since: kind + at }
    const email = 'somebody@refused.example'
    const draft = { kind, email, taskId: null, taskTitle: null, at: new Date().toISOString() }
    const id = `${userId}${kind}${at}`
    return { id, sequenceNumber: id, before: undefined, after: { ...key, ...draft } }
  })

/** The services of reactions, which send each mail at once. */
const eventServices = (services: MailServices & Pick<typeof own, 'now'>): EventServices => ({
  ...services,
  queueMail: (about) => sendMailAbout(services, about),
  startSettle: async () => {},
})

/** Delivers everything again, in reverse order and twice. */
async function deliverAgain() {
  const services = eventServices(own)
  const inboxes = reactions.filter(({ name }) => name === 'notify' || name === 'mail')
  for (const _ of [1, 2]) expect(await consume(services, seen.toReversed(), inboxes)).toEqual([])
}

test('A doer hears of a rejection, an appeal, and a payment; the poster of proofs and appeals; nobody of an own action', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const [paid, rejected] = [await submittedTo(task), await submittedTo(task)]
  const arrived = {
    notifications: [{ kind: 'proofs-arrived', count: 2, taskId: task.id, taskTitle: task.title }],
    unread: 1,
    seen: null,
    next: null,
  }
  await vi.waitFor(async () => expect(await inboxOf(poster)).toMatchObject(arrived), { timeout: 20_000 })
  await poster.approve(paid.submission)
  await hears(paid.doer, 'approved', 'paid')
  const [payment] = (await inboxOf(paid.doer)).notifications
  expect(payment).toMatchObject({ kind: 'paid', amount: 10, transactionHash: expect.stringMatching(/^0x/) })

  await poster.reject(rejected.submission, 'The picture shows a bus.')
  await hears(rejected.doer, 'rejected')
  const { id } = rejected.submission
  const { appealUntil } = await rejected.doer.call('GET /api/submissions/{id}', { id })
  expect((await inboxOf(rejected.doer)).notifications).toMatchObject([
    { reason: 'The picture shows a bus.', until: appealUntil, submissionId: id },
  ])
  await rejected.doer.appeal({ id })
  const admin = await newAdmin()
  await hears(poster, 'proofs-arrived', 'appeal-opened')
  await hears(admin, 'appeal-opened')
  await admin.decideAppeal({ id }, 'upheld')
  await hears(rejected.doer, 'rejected', 'appeal-decided', 'paid')
  await hears(poster, 'proofs-arrived', 'appeal-opened', 'appeal-decided', 'task-full')

  const before = [await inboxOf(poster), await inboxOf(paid.doer), await inboxOf(rejected.doer)]
  await deliverAgain()
  expect([await inboxOf(poster), await inboxOf(paid.doer), await inboxOf(rejected.doer)]).toEqual(before)
  expect(await inboxOf(newVisitor()).catch(({ status }) => status)).toBe(401)
})

test('A poster is told at once when an admin approves a proof of their task', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { submission } = await submittedTo(task)
  await hears(poster, 'proofs-arrived')
  await (await newAdmin()).approve(submission)
  await hears(poster, 'proofs-arrived', 'approved-by-admin')
  const [entry] = (await inboxOf(poster)).notifications
  expect(entry).toMatchObject({ kind: 'approved-by-admin', amount: 10, submissionId: submission.id })
})

test('Proofs that arrive at once are one entry, and proofs after the poster has looked start another', async () => {
  const { poster, task } = await postedTask({ reward: 1, maxCompletions: 9 })
  await Promise.all(concurrently(4, () => submittedTo(task)))
  const entry = () => inboxOf(poster).then(({ notifications: [one] }) => one)
  await vi.waitFor(async () => expect(await entry()).toMatchObject({ count: 4 }), { timeout: 20_000 })
  const first = (await entry())?.id ?? ''
  await poster.call('POST /api/notifications/seen', { id: first })
  expect(await inboxOf(poster)).toMatchObject({ unread: 0, seen: first })
  await submittedTo(task)
  await vi.waitFor(async () => expect(await entry()).toMatchObject({ count: 1 }), { timeout: 20_000 })
  await deliverAgain()
  const again = await inboxOf(poster)
  expect(again).toMatchObject({ unread: 1, notifications: [{ count: 1 }] })
  await poster.call('POST /api/notifications/seen', { id: again.notifications[0]?.id ?? '' })
  await poster.call('POST /api/notifications/seen', { id: first })
  expect(await inboxOf(poster)).toMatchObject({ unread: 0 })
  // Later proofs, while the poster does not look: an entry is open for a day.
  const [user, start] = [{ id: poster.id, seenNotification: again.notifications[0]?.id }, own.now()]
  const draft = { kind: 'proofs-arrived', taskId: task.id, taskTitle: task.title } as const
  const counts: unknown[] = []
  for (const hours of [0, 23, 25, 48]) {
    const proof = { ...draft, submissionId: `after ${hours} hours` }
    await notifications.collect(own.table, user, proof, start + hours * 3_600_000)
    counts.push((await entry())?.count)
  }
  expect(counts).toEqual([1, 2, 1, 2])
})

test('A mail goes once to a confirmed address, without a reviewer’s words, and unsubscribing needs no session', async () => {
  const { poster, task } = await postedTask({ reward: 10, title: 'Look at <b>a</b>\nhttps://tram.example' })
  const { doer, submission } = await submittedTo(task)
  const [unconfirmed] = [await submittedTo(task)]
  const unread = `${unconfirmed.doer.id.toLowerCase()}@mail.example`
  await unconfirmed.doer.call('POST /api/user/update-profile', { email: unread })
  const email = await confirmEmail(doer)
  const sent = async () => (await mailsTo(email)).filter((one) => one.includes('was rejected'))
  for (const one of [submission, unconfirmed.submission]) await poster.reject(one, 'See https://evil.example')
  await vi.waitFor(async () => expect(await sent()).toHaveLength(1), { timeout: 20_000 })
  await hears(unconfirmed.doer, 'rejected')
  await deliverAgain()
  const [mail = ''] = await sent()
  expect(await sent()).toHaveLength(1)
  expect(await mailsTo(unread)).toEqual([])
  expect(mail).not.toMatch(/evil\.example|<b>|tram\.example/)
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')

  const link = new URL(/List-Unsubscribe: &#60;([^&]+)/.exec(mail)?.[1] ?? '')
  const [userId] = link.pathname.split('/').at(-1)?.split('.') ?? []
  expect(userId).toBe(doer.id)
  const isOn = async () => (await doer.call('GET /api/user', {})).emailNotifications
  const shown = await fetch(link, { redirect: 'manual' })
  expect([shown.status, shown.headers.get('location')]).toEqual([
    302,
    `${site.origin}/unsubscribe#${link.pathname.split('/').at(-1)}`,
  ])
  const oneClick = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }
  expect((await fetch(`${site.origin}/api/unsubscribe/${doer.id}.guessed`, oneClick)).status).toBe(400)
  expect(await isOn()).toBe(true)
  for (const _ of [1, 2]) expect((await fetch(link, oneClick)).status).toBe(200)
  expect(await isOn()).toBe(false)
  await doer.appeal(submission)
  await (await newAdmin()).decideAppeal(submission, 'dismissed')
  await hears(doer, 'rejected', 'appeal-decided')
  await deliverAgain()
  expect((await mailsTo(email)).filter((one) => one.includes('Your appeal'))).toEqual([])
  await doer.call('POST /api/user/email/notifications', { on: true })
  expect(await isOn()).toBe(true)
})

/** Adds many notifications of a kind for a person whose mail SES refuses. Returns how many mails were tried so far. */
async function openRefusedMailbox() {
  const person = await newUser()
  await confirmEmail(person)
  const values = { ':to': 'somebody@refused.example' }
  const update = { pk: `USER#${person.id}`, sk: 'USER' }
  await own.table.write([{ update, set: 'SET email = :to, confirmedEmail = :to', values }])
  const record = vi.fn()
  const services = eventServices({ ...own, meter: { record } })
  return async (kind: NotificationKind) => {
    expect(await consume(services, manyAdded(person.id, kind))).toEqual([])
    return record.mock.calls.length
  }
}

test('Mail that SES refuses is not repeated and raises a metric; of 20 mails a day for one person at most 5 are about proofs', async () => {
  const addMany = await openRefusedMailbox()
  for (const _ of [1, 2]) expect(await addMany('proofs-arrived')).toBe(5)
  for (const _ of [1, 2]) expect(await addMany('paid')).toBe(20)
})

test('An owner who wants no mail is told of each change of the account’s security by inbox and mail, also at the former address', async () => {
  const [owner, device, next] = [await newUser(), newVisitor(), newVisitor()]
  const email = await confirmEmail(owner)
  await owner.call('POST /api/user/email/notifications', { on: false })
  Object.assign(device, { wallet: owner.wallet })
  await device.signIn()
  const password = 'a tram and a blackbird'
  const signed = await signedChallenge(device, { purpose: 'password' })
  await device.call('POST /api/user/password', { password, ...signed })
  await device.call('POST /api/wallet', { ...(await walletProofOf(next, device)), password })
  await device.call('DELETE /api/wallet/move', {})
  await device.call('POST /api/wallet', await moveProof(device, next))
  await device.call('POST /api/user/update-profile', { email: `thief-${email}` })
  const titles = {
    'new-device': 'Somebody signed in to your account with a new device',
    'password-changed': 'The password of your account was changed',
    'wallet-move-announced': 'Your account is about to get another wallet',
    'wallet-move-cancelled': 'The change of your wallet was cancelled',
    'wallet-move-done': 'Your account has a new wallet',
    'email-changed': 'The e-mail address of your account was changed',
  }
  const sent = async () => (await mailsTo(email)).filter((one) => one.includes('Not you?'))
  await vi.waitFor(async () => expect(await sent()).toHaveLength(6), { timeout: 20_000 })
  // The sign-in that created the account is not told; adding the first e-mail address is.
  expect((await securityKindsOf(device)).sort()).toEqual([...Object.keys(titles), 'email-changed'].sort())
  await deliverAgain()
  const mails = await sent()
  for (const title of Object.values(titles))
    expect(
      mails.filter((one) => one.includes(title)),
      title,
    ).toHaveLength(1)
  for (const one of mails) {
    expect(one).toContain(`${site.origin}/profile`)
    expect(one).toContain('Set a new password and sign out everywhere')
    expect(one).not.toMatch(/unsubscribe/i)
  }
  expect(await mailsTo(`thief-${email}`)).toEqual([])
})

test('Mails about security have a daily limit of their own for each kind of event', async () => {
  const addMany = await openRefusedMailbox()
  const totals: number[] = []
  for (const kind of ['paid', 'new-device', 'password-changed'] as const) totals.push(await addMany(kind))
  expect(totals).toEqual([20, 30, 40])
})

test('A deleted account has no inbox, and a late event writes none', async () => {
  const { poster, task } = await postedTask({ reward: 10 })
  const { doer, submission } = await submittedTo(task)
  await poster.reject(submission)
  await hears(doer, 'rejected')
  expect(await (await doer.request('POST /api/user/export')).json()).toMatchObject({
    notifications: [{ kind: 'rejected', reason: 'No' }],
  })
  const { id } = doer
  await doer.call('DELETE /api/user', {})
  await deliverAgain()
  expect((await own.table.query({ pk: `INBOX#${id}`, limit: 9 })).items).toEqual([])
})

test('A report reaches the inbox of all admins but the one who made it and the one whom it is about, once until it is decided', async () => {
  const [reporter, other] = [await newAdmin(), await newAdmin()]
  const { poster, task } = await postedTask({ reward: 10 })
  await setAdmin(own.table, poster.wallet.address, true)
  const reported = async (by: ApiUser) =>
    (await inboxOf(by)).notifications.filter(({ taskId }) => taskId === task.id)
  await reporter.call('POST /api/reports', { kind: 'task', id: task.id, reason: 'spam' })
  await vi.waitFor(async () => expect(await reported(other)).toHaveLength(1), { timeout: 20_000 })
  await (await newUser()).call('POST /api/reports', { kind: 'task', id: task.id, reason: 'spam' })
  expect(await reported(other)).toMatchObject([{ kind: 'report-opened', reported: 'task', forAdmins: true }])
  for (const one of [reporter, poster]) expect(await reported(one)).toEqual([])
})

test('The schedule reminds a poster a day before an automatic approval, once for each task and day', async () => {
  const { poster, task } = await postedTask({ reward: 10, reviewDays: 3 })
  const [{ submission }] = [await submittedTo(task), await submittedTo(task)]
  const until = submission.reviewBy ?? ''
  const dayBefore = () => Date.parse(until) - 86_400_000 + 60_000
  expect(await remindOfReviews({ ...own, now: () => dayBefore() - 3_600_000 })).toBe(0)
  expect(await remindOfReviews({ ...own, now: dayBefore })).toBe(1)
  const write = vi.fn(own.table.write)
  expect(await remindOfReviews({ ...own, table: { ...own.table, write }, now: dayBefore })).toBe(0)
  expect(write).not.toHaveBeenCalled()
  const due = (await inboxOf(poster)).notifications.find(({ kind }) => kind === 'review-due')
  expect(due).toMatchObject({ until, taskId: task.id })
})

test('Pages of an inbox have 30 entries, newest first, and at most 99 are counted as unread', async () => {
  const person = await newUser()
  const draft = { kind: 'task-full', taskId: null, taskTitle: null } as const
  for (let at = 0; at < 101; at++) await notifications.add(own.table, person.id, String(at), draft, own.now())
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await person.call('GET /api/notifications', { ...(cursor && { cursor }) })
    expect(page.unread).toBe(99)
    ids.push(...page.notifications.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor)
  expect(ids).toHaveLength(101)
  expect(ids).toEqual(ids.toSorted().reverse())
})

test('A task’s title can add neither HTML, nor links, nor header lines to a mail', () => {
  const about = {
    id: 'i',
    at: '2026-01-01T00:00:00.000Z',
    kind: 'paid',
    taskId: null,
    taskTitle: 'Look\r\nBcc: all@x.example <img src=x> https://evil.example/?a=1',
    amount: 10,
  } as const
  const { html, subject, text } = mailText(about, { origin: site.origin, username: 'ann', token: 't' })
  expect(subject).not.toMatch(/[\r\n]/)
  expect(html).not.toContain('<img')
  for (const part of [html, subject, text]) expect(part).not.toMatch(/x\.example|evil\.example|https:\/\/e/)
})

test('No event of these tests became a dead letter', () => {
  expect(stack.events?.deadLetters).toEqual([])
})
