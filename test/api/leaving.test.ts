import * as z from 'zod'
import { freshSignInNeeded } from '../../domain/errors.ts'
import { emailLinkLifetime, throttles } from '../../domain/limits.ts'
import { confirmEmail } from '../../functions/accounts/email.ts'
import { sha256 } from '../../functions/runtime/crypto.ts'
import * as sessions from '../../functions/table/sessions.ts'
import { ageSession } from '../support/age-session.ts'
import { mailedToken } from '../support/mailed-token.ts'
import { password, passwordAccount } from '../support/password-account.ts'
import { expectRefusal } from '../support/responses.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newAdmin,
  newUser,
  newVisitor,
  openOwnServices,
  paidRelease,
  postedTask,
  site,
  statusAndMessage,
  submittedTo,
} from '../support/shared-fixture.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'

test('An old session cannot delete the account, and a suspended account or an admin cannot leave', async () => {
  const [old, suspended, admin] = [await newUser(), await newUser(), await newAdmin()]
  await ageSession(old)
  await admin.suspend(suspended)
  expect(await statusAndMessage(old.request('DELETE /api/user'))).toEqual([401, freshSignInNeeded])
  expect(await suspended.statusOf('DELETE /api/user')).toBe(403)
  expect(await admin.statusOf('DELETE /api/user')).toBe(409)
  expect(await suspended.signIn()).toMatchObject({ id: suspended.id, suspended: true, isFirstLogin: false })
})

test('An account with an open task cannot be deleted', async () => {
  const { poster } = await postedTask()
  await expectRefusal(poster.request('DELETE /api/user'), 409, /^Please close your tasks first/)
})

test('Deleting an account twice at once removes its name, password and e-mail, and its wallet opens a new account', async () => {
  const person = await passwordAccount()
  await person.call('POST /api/user/update-profile', { email: 'gone@mail.example', bio: 'A secret bio' })
  // Read before the deletion, because the deletion removes the cookie.
  const { cookie } = person
  const answers = await countStatuses(concurrently(2, () => person.request('DELETE /api/user')))
  expect([1, 2]).toContain(answers[200])
  // The session of a sign-in that was in progress during the deletion.
  const [token = ''] = cookie.match(/[\w-]{43}/) ?? []
  const session = { id: sha256(token), createdAt: new Date().toISOString() }
  await openOwnServices().table.write([sessions.start(person, { ...session, device: '', network: '' })])
  expect((await person.request('GET /api/user', {}, { cookie })).status).toBe(401)
  const seen = await newVisitor().call('GET /api/users/{userId}', { userId: person.id })
  expect(seen).toMatchObject({ username: 'Deleted user', bio: null, walletAddress: null })
  const account = { username: person.username, password }
  expect((await newVisitor().request('POST /api/login', account)).status).toBe(401)
  expect((await newVisitor().request('POST /api/register', account)).status).toBe(409)

  const withWallet = await newUser()
  await withWallet.call('DELETE /api/user', {})
  expect((await withWallet.signIn()).isFirstLogin).toBe(true)
})

test('The wallet of somebody who leaves is no longer shown, although an appeal is possible, and submits no second proof to a task', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 3 })
  const doer = await newUser()
  const submit = () =>
    statusAndMessage(doer.request('POST /api/submissions', { taskId: task.id, proofText: 'Seen' }))
  expect((await submit())[0]).toBe(200)
  const { submissions } = await doer.call('GET /api/user/completed-tasks', {})
  for (const one of submissions) await poster.reject(one)
  const { id: userId } = await doer.call('GET /api/user', {})
  await doer.call('DELETE /api/user', {})
  expect(await newVisitor().call('GET /api/users/{userId}', { userId })).toMatchObject({
    deleted: true,
    walletAddress: null,
  })
  expect(await doer.signIn()).toMatchObject({ isFirstLogin: true })
  expect(await submit()).toEqual([
    409,
    'An account with your wallet has already submitted proof for this task',
  ])
})

test('A doer who leaves after, during or before the approval of a proof is paid', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 6 })
  const all = await Promise.all(concurrently(6, () => submittedTo(task)))
  const [due, pending, ...racing] = all
  if (!due || !pending) throw new Error('There are no submissions')
  await poster.approve(due.submission)
  await Promise.all(
    racing.map(({ doer, submission }) =>
      Promise.all([poster.approve(submission), doer.request('DELETE /api/user')]),
    ),
  )
  for (const { doer } of all) {
    await doer.request('DELETE /api/user')
    expect((await doer.signIn()).id).not.toBe(doer.id)
  }
  await poster.approve(pending.submission)
  for (const { doer } of all) {
    const paid = await paidRelease(poster, { taskId: task.id, recipientId: doer.id })
    expect(paid.recipient).toBe(doer.wallet.address)
  }
  const board = await poster.call('GET /api/leaderboard', {})
  expect(board.filter(({ userId }) => all.some(({ doer }) => doer.id === userId))).toEqual([])
})

test('Exports while proofs are approved show the caller’s own data, each proof before or after its approval, ten a day', async () => {
  await waitForOneWindow(throttles.exports)
  const { poster, task } = await postedTask()
  const [{ doer, submission }, other] = [await submittedTo(task), await submittedTo(task)]
  const approvals = [submission, other.submission].map((one) => poster.approve(one))
  const answers = await Promise.all(concurrently(11, () => doer.request('POST /api/user/export')))
  await Promise.all(approvals)
  const files = answers.filter(({ ok }) => ok)
  expect([files.length, answers.find(({ ok }) => !ok)?.status]).toEqual([10, 429])
  const own = z.literal(submission.id)
  const reviewed = z.object({ id: own, status: z.literal('approved'), reviewedAt: z.string() })
  const shown = z.object({
    isComplete: z.literal(true),
    profile: z.object({ id: z.literal(doer.id) }),
    tasks: z.tuple([]),
    submissions: z.tuple([
      reviewed.or(z.object({ id: own, status: z.literal('pending'), reviewedAt: z.null() })),
    ]),
    payouts: z.array(z.object({ submissionId: own })).max(1),
  })
  const { username } = await poster.call('GET /api/user', {})
  for (const file of files) {
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/)
    const text = await file.text()
    expect(shown.safeParse(JSON.parse(text)).error).toBeUndefined()
    expect(text).not.toContain(username)
  }
})

test('A confirmation link confirms the address of its own account once, for a day, and not after a change of the address', async () => {
  const [person, thief] = [await newUser(), await newUser()]
  const email = `${person.id.toLowerCase()}@mail.example`
  const setEmail = (address: string) => person.call('POST /api/user/update-profile', { email: address })
  const confirm = (by: typeof person, token: string) => by.statusOf('POST /api/user/email/confirm', { token })
  await setEmail(email)
  await person.call('POST /api/user/email/send', {})
  const token = await mailedToken(site.origin, email)
  expect(await confirm(thief, token)).toBe(400)
  await setEmail('other@mail.example')
  expect(await confirm(person, token)).toBe(400)
  await setEmail(email)
  const tomorrow = contextOf(await person.call('GET /api/user', {}), {
    now: () => Date.now() + emailLinkLifetime * 1000,
  })
  await expect(confirmEmail(tomorrow, { token })).rejects.toMatchObject({ code: 'invalid' })
  expect(await confirm(person, token)).toBe(200)
  expect(await confirm(person, token)).toBe(400)
  expect(await person.call('GET /api/user', {})).toMatchObject({ email, emailConfirmed: true })
  expect(await newVisitor().call('GET /api/users/{userId}', { userId: person.id })).not.toHaveProperty(
    'email',
  )
})

test('Mail that SES refuses leaves the account usable, and five mails a day go to one mailbox', async () => {
  await waitForOneWindow(throttles.confirmationMails)
  const person = await newUser()
  await person.call('POST /api/user/update-profile', { email: `${person.id}@refused.example` })
  const send = () => person.request('POST /api/user/email/send')
  expect(await statusAndMessage(send())).toEqual([503, expect.stringMatching(/check your e-mail address/)])
  expect((await person.request('GET /api/user')).status).toBe(200)
  const others = await Promise.all(concurrently(3, newUser))
  const mailbox = person.id.toLowerCase()
  for (const [turn, one] of others.entries()) {
    const email = `${mailbox}${turn ? `+${turn}` : ''}@flooded.example`
    await one.call('POST /api/user/update-profile', { email })
  }
  const floods = others.flatMap((one) => concurrently(2, () => one.request('POST /api/user/email/send')))
  expect(await countStatuses(floods)).toEqual({ 200: 5, 429: 1 })
})
