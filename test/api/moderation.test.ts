import { ulid } from 'ulid'
import type { RouteKey } from '../../domain/api.ts'
import { reports as limits } from '../../domain/limits.ts'
import { waitReason } from '../../functions/market/automatic-verdicts.ts'
import { listCases } from '../../functions/market/moderation.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as audit from '../../functions/table/audit.ts'
import * as reports from '../../functions/table/reports.ts'
import * as submissions from '../../functions/table/submissions.ts'
import { openFixture } from '../support/fixture.ts'
import {
  approvedProof,
  connection,
  contextOf,
  inFiveSeconds,
  own,
  payoutOf,
  postedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { form } from '../support/task-form.ts'
import type { TestUser } from '../support/test-user.ts'
import { waitForOneWindow } from '../support/throttle-window.ts'

const { makeAdmin, newAdmin, newFundedUser, newUser, newVisitor } = openFixture(connection)
const [admin, otherAdmin] = [await newAdmin(), await newAdmin()]
const reason = 'It asks for seed phrases'

const setHidden = (by: TestUser, id: string, hidden: boolean) =>
  by.statusOf('POST /api/admin/tasks/{id}/visibility', { id, hidden, reason })
const setSuspended = (by: TestUser, userId: string, suspended: boolean) =>
  by.statusOf('POST /api/admin/users/{userId}/suspension', { userId, suspended, reason })
const reportBy = (by: TestUser, kind: string, id: string) =>
  by.statusOf('POST /api/reports', { kind, id, reason: 'scam' })
const dismiss = (by: TestUser, kind: string, id: string) =>
  by.statusOf('POST /api/admin/reports/dismiss', { kind, id, reason })
const caseOf = async (id: string) =>
  (await admin.call('GET /api/admin/reports', {})).find((one) => one.id === id)
const auditOf = async (id: string) =>
  (await admin.call('GET /api/admin/audit', {})).filter(({ subject }) => subject.id === id)
const isListed = async (id: string, status = 'all') =>
  (await newVisitor().call('GET /api/tasks', { status: status as 'all' })).some((task) => task.id === id)
const approve = (by: TestUser, id: string) =>
  by.statusOf('PATCH /api/submissions/{id}', { id, status: 'approved' })

test('A phishing task that is hidden is gone for strangers, while its approved reward is paid and the rest is refunded', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { doer, submission } = await submittedTo(task)
  const stranger = await newUser()
  expect(await reportBy(stranger, 'task', task.id)).toBe(200)
  expect(await setHidden(admin, task.id, true)).toBe(200)
  expect(await isListed(task.id)).toBe(false)
  for (const person of [stranger, newVisitor()])
    expect(await person.statusOf('GET /api/tasks/{id}', { id: task.id })).toBe(404)
  const proof = { taskId: task.id, proofText: 'Late' }
  expect(await stranger.statusOf('POST /api/submissions', proof)).toBe(404)
  expect(await reportBy(await newUser(), 'task', task.id)).toBe(404)
  expect(await otherAdmin.statusOf('POST /api/submissions', proof)).toBe(409)
  for (const person of [poster, doer, admin])
    expect(await person.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({
      hidden: true,
      hiddenReason: reason,
    })

  expect(await approve(poster, submission.id)).toBe(200)
  await settle(own, inFiveSeconds())
  expect(await payoutOf({ submission })).toMatchObject({ status: 'paid', amount: 10 })
  const before = await poster.balance()
  expect(await poster.statusOf('POST /api/tasks/{id}/close', { id: task.id })).toBe(202)
  await settle(own, inFiveSeconds())
  expect((await poster.balance()) - before).toBe(10n * 10n ** 18n)
  expect(await isListed(task.id)).toBe(false)
  expect(await auditOf(task.id)).toMatchObject([
    { action: 'hide', by: admin.id, reason, subjectName: task.title, details: {} },
  ])
})

test('A task that is hidden at the moment of its last approval or its closing is never listed again until it is shown', async () => {
  for (let turn = 0; turn < 4; turn++) {
    const { poster, task } = await postedTask({ reward: 1, maxCompletions: 1 })
    const ends =
      turn % 2 === 0
        ? approve(poster, (await submittedTo(task)).submission.id)
        : poster.statusOf('POST /api/tasks/{id}/close', { id: task.id })
    const statuses = await Promise.all([setHidden(admin, task.id, true), ends])
    expect(statuses).toEqual([200, turn % 2 === 0 ? 200 : 202])
    expect(await isListed(task.id)).toBe(false)
    expect(await setHidden(otherAdmin, task.id, false)).toBe(200)
    expect([await isListed(task.id, 'open'), await isListed(task.id, 'closed')]).toEqual([false, true])
  }
  const { task } = await postedTask()
  for (const hidden of [true, false]) expect(await setHidden(admin, task.id, hidden)).toBe(200)
  expect(await isListed(task.id, 'open')).toBe(true)
  const { poster } = await postedTask()
  const draft = await poster.post({ ...form, isActive: false })
  for (const hidden of [true, false]) expect(await setHidden(admin, draft.id, hidden)).toBe(200)
  expect(await isListed(draft.id)).toBe(false)
})

test('Of two admins who hide a task or suspend a person at once, one succeeds, and the audit log has one entry', async () => {
  const { poster, task } = await postedTask()
  const admins = [admin, otherAdmin, admin, otherAdmin]
  for (const [id, act] of [
    [task.id, (by: TestUser) => setHidden(by, task.id, true)],
    [poster.id, (by: TestUser) => setSuspended(by, poster.id, true)],
  ] as const) {
    expect((await Promise.all(admins.map(act))).sort()).toEqual([200, 409, 409, 409])
    expect(await auditOf(id)).toHaveLength(1)
  }
})

test('Sixty reports of one person at once are one case with a bounded number of reads, and dismissing closes it once', async () => {
  const accused = await newUser()
  const reporters = await Promise.all(Array.from({ length: 60 }, () => newUser()))
  const statuses = await Promise.all(reporters.map((one) => reportBy(one, 'user', accused.id)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const again = await Promise.all(reporters.slice(0, 3).map((one) => reportBy(one, 'user', accused.id)))
  expect(again).toEqual([409, 409, 409])
  expect(await caseOf(accused.id)).toMatchObject({ count: 60, person: { suspended: false }, task: null })

  let reads = 0
  let items = 0
  const counting: typeof own.table = {
    ...own.table,
    async query(query) {
      const page = await own.table.query(query)
      reads++
      items += page.items.length
      return page
    },
  }
  const user = await admin.call('GET /api/user', {})
  const { page: cases } = await listCases(contextOf(user, { table: counting }), {})
  expect(cases.find(({ id }) => id === accused.id)?.reports).toHaveLength(limits.shown)
  expect(reads).toBe(1 + cases.length)
  expect(items).toBeLessThanOrEqual(cases.length * (limits.shown + 1))

  const [first, second] = await Promise.all([admin, otherAdmin].map((by) => dismiss(by, 'user', accused.id)))
  expect([first, second].sort()).toEqual([200, 409])
  expect(await caseOf(accused.id)).toBeUndefined()
})

test('A person who reports everything is stopped after 20 reports a day', async () => {
  await waitForOneWindow({ seconds: 24 * 3600 })
  const reporter = await newUser()
  const accused = await Promise.all(Array.from({ length: limits.perDay + 1 }, () => newUser()))
  const answers = await Promise.all(
    accused.map(({ id }) => reporter.request('POST /api/reports', { kind: 'user', id, reason: 'spam' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.perDay)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('A poster who reports a submission delays its automatic approval only until an admin dismisses the report', async () => {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const stored = await submissions.getOf(own.table, task.id, submission.userId)
  if (!stored) throw new Error('There is no submission')
  const block = () => waitReason(own.table, stored, stored.reviewBy)
  expect(await block()).toBeNull()
  expect(await reportBy(poster, 'submission', submission.id)).toBe(200)
  expect(await block()).toBe('report')
  expect(await caseOf(submission.id)).toMatchObject({
    count: 1,
    person: { id: doer.id },
    task: { id: task.id, hidden: false },
    reports: [{ by: poster.id, reason: 'scam', words: null }],
  })
  expect(await dismiss(admin, 'submission', submission.id)).toBe(200)
  expect(await block()).toBeNull()
  expect(await reportBy(poster, 'submission', submission.id)).toBe(409)
  expect(await block()).toBeNull()
  expect(await reportBy(await newUser(), 'user', doer.id)).toBe(200)
  expect(await block()).toBeNull()
  expect(await reportBy(poster, 'user', doer.id)).toBe(200) // a report of the doer counts too
  expect(await block()).toBe('report')
  expect(await setSuspended(admin, poster.id, true)).toBe(200)
  expect(await block()).toBe('report')
  expect(await setSuspended(admin, doer.id, true)).toBe(200)
  expect(await block()).toBe('suspension')
})

test('A dismissed case opens again when somebody else reports', async () => {
  const accused = await newUser()
  for (const count of [1, 2]) {
    expect(await reportBy(await newUser(), 'user', accused.id)).toBe(200)
    expect(await caseOf(accused.id)).toMatchObject({ count })
    expect(await dismiss(admin, 'user', accused.id)).toBe(200)
  }
})

test('A suspended person changes nothing on the public profile, which shows the suspension; the tasks take no proofs until it ends', async () => {
  const { poster, task } = await postedTask()
  const earlier = await submittedTo(task)
  const { username } = await poster.call('POST /api/user/update-profile', { bio: 'Pay me at evil.example' })
  expect(await setSuspended(admin, poster.id, true)).toBe(200)
  for (const [route, sent] of [
    ['POST /api/user/update-username', { username: 'somebody_new' }],
    ['POST /api/user/update-profile', { bio: 'Still here' }],
    ['POST /api/user/update-profile', { profileImage: '/api/files/x' }],
  ] as const)
    expect(await poster.statusOf(route, sent)).toBe(403)
  expect(await poster.statusOf('POST /api/user/update-profile', { email: 'me@mail.example' })).toBe(200)
  const visitor = newVisitor()
  const shown = { suspended: true, bio: null, profileImage: null }
  expect(await visitor.call('GET /api/users/{userId}', { userId: poster.id })).toMatchObject(shown)
  expect(await visitor.call('GET /api/profiles/{username}', { username })).toMatchObject(shown)
  const doer = await newUser()
  const submit = () => doer.statusOf('POST /api/submissions', { taskId: task.id, proofText: 'Seen' })
  expect(await submit()).toBe(409)
  expect(await approve(admin, earlier.submission.id)).toBe(200)
  expect(await setSuspended(admin, poster.id, false)).toBe(200)
  expect(await submit()).toBe(200)
  const after = await visitor.call('GET /api/users/{userId}', { userId: poster.id })
  expect(after).toMatchObject({ bio: 'Pay me at evil.example' })
  expect(after).not.toHaveProperty('suspended')
})

test('An admin hides the bio and the picture of a person, who still changes them, and shows them again', async () => {
  const [person, visitor] = [await newUser(), newVisitor()]
  await person.call('POST /api/user/update-profile', { bio: 'Pay me at evil.example' })
  const sent = { userId: person.id, reason: 'Scam' }
  const setHidden = (hidden: boolean) =>
    admin.statusOf('POST /api/admin/users/{userId}/visibility', { ...sent, hidden })
  const profile = () => visitor.call('GET /api/users/{userId}', { userId: person.id })
  expect([await setHidden(true), await setHidden(true)]).toEqual([200, 409])
  expect(await profile()).toMatchObject({ profileHidden: true, bio: null, profileImage: null })
  const own = { bio: 'I walk.', profileHidden: true, profileHiddenReason: 'Scam' }
  expect(await person.call('POST /api/user/update-profile', { bio: 'I walk.' })).toMatchObject(own)
  expect(await profile()).not.toHaveProperty('profileHiddenReason')
  expect([await setHidden(false), await setHidden(false)]).toEqual([200, 409])
  expect(await profile()).toMatchObject({ bio: 'I walk.' })
})

test('A suspended poster can neither post, review, submit, upload nor report, but reads, signs in and closes the task', async () => {
  const { poster, task } = await postedTask()
  const { submission } = await submittedTo(task)
  expect(await setSuspended(admin, poster.id, true)).toBe(200)
  const refused: [RouteKey, Record<string, unknown>][] = [
    ['PATCH /api/submissions/{id}', { id: submission.id, status: 'rejected', feedback: 'No' }],
    ['POST /api/tasks', {}],
    ['POST /api/submissions', { taskId: task.id }],
    ['POST /api/submissions/upload', {}],
    ['POST /api/reports', { kind: 'submission', id: submission.id, reason: 'spam' }],
  ]
  for (const [route, sent] of refused) {
    const answer = await poster.request(route, sent)
    expect([answer.status, (await answer.json()) as object]).toMatchObject([
      403,
      { message: expect.stringMatching(/^Your account is suspended: /) },
    ])
  }
  expect(await poster.signIn()).toMatchObject({ suspended: true, suspendedReason: reason })
  expect(await poster.statusOf('GET /api/dashboard', {})).toBe(200)
  const { task: empty, poster: closing } = await postedTask()
  expect(await setSuspended(admin, closing.id, true)).toBe(200)
  expect(await closing.statusOf('POST /api/tasks/{id}/close', { id: empty.id })).toBe(202)

  expect(await setSuspended(otherAdmin, poster.id, false)).toBe(200)
  expect(await approve(poster, submission.id)).toBe(200)
  expect((await auditOf(poster.id)).map(({ action }) => action)).toEqual(['unsuspend', 'suspend'])
})

test('A doer who is suspended after an approval is paid', async () => {
  const { doer, submission } = await approvedProof({ reward: 10 })
  expect(await setSuspended(admin, doer.id, true)).toBe(200)
  await settle(own, inFiveSeconds())
  expect(await payoutOf({ submission })).toMatchObject({ status: 'paid', userId: doer.id })
})

test('An admin who is concerned can neither unhide their own task, end their own suspension nor dismiss reports of themselves', async () => {
  const poster = await newFundedUser()
  const task = await poster.post(form)
  await makeAdmin(poster)
  expect(await setHidden(admin, task.id, true)).toBe(200)
  expect(await reportBy(admin, 'user', poster.id)).toBe(200)
  expect([
    await setHidden(poster, task.id, false),
    await setSuspended(poster, poster.id, true),
    await dismiss(poster, 'user', poster.id),
    await dismiss(poster, 'task', task.id),
  ]).toEqual([403, 403, 403, 403])
  expect(await setSuspended(admin, poster.id, true)).toBe(200)
  expect(await setSuspended(poster, otherAdmin.id, true)).toBe(403)
})

test('An admin can neither suspend the reviewer of their own pending proof, nor the doer of a pending proof for their own task', async () => {
  const { poster, task } = await postedTask()
  const doer = await newAdmin()
  const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Pay me.' })
  expect(await setSuspended(doer, poster.id, true)).toBe(403)
  await makeAdmin(poster)
  expect(await setSuspended(poster, doer.id, true)).toBe(403)
  expect(await setSuspended(admin, poster.id, true)).toBe(200)
  expect(await setSuspended(doer, poster.id, false)).toBe(403)
  expect(await setSuspended(admin, poster.id, false)).toBe(200)
  expect(await approve(poster, id)).toBe(200)
  expect(await setSuspended(doer, poster.id, true)).toBe(200)
})

test('A suspended admin has no admin rights: they neither decide appeals, close tasks of others nor read their data', async () => {
  const suspended = await newAdmin()
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const { id } = submission
  await poster.reject(submission)
  await doer.appeal(submission)
  expect(await setSuspended(admin, suspended.id, true)).toBe(200)
  expect([
    await suspended.statusOf('POST /api/admin/submissions/{id}/appeal', { id, decision: 'upheld', reason }),
    await suspended.statusOf('POST /api/tasks/{id}/close', { id: task.id }),
    await suspended.statusOf('GET /api/submissions/{id}', { id }),
    await suspended.statusOf('GET /api/admin/dashboard', {}),
  ]).toEqual([403, 403, 403, 403])
  expect(await setSuspended(admin, suspended.id, false)).toBe(200)
  expect(await suspended.statusOf('GET /api/admin/dashboard', {})).toBe(200)
})

test('The audit log is read newest first across months, also after years without an entry', async () => {
  const month = 31 * 24 * 3600_000
  const start = Date.parse('2030-01-15T00:00:00Z')
  const times = [start, start, start + month, start + 20 * month]
  for (const now of times)
    await own.table.write([
      audit.entry(
        { now: () => now, user: null },
        { action: 'grant', subject: { kind: 'user', id: admin.id }, reason: 'paged' },
      ),
    ])
  const found: string[] = []
  let pages = 0
  let cursor: string | undefined
  do {
    const page = await audit.list(own.table, start + 30 * month, 1, cursor)
    found.push(...page.entries.filter((one) => one.reason === 'paged').map(({ at }) => at))
    cursor = page.next
    pages++
  } while (cursor && found.length < times.length)
  expect(found).toEqual(times.toReversed().map((time) => new Date(time).toISOString()))
  expect(pages).toBeLessThan(10)
  expect(await admin.statusOf('GET /api/admin/audit', { cursor: '2030-13#' })).toBe(200)
})

test('An admin sees every open case, however many are older, but none about themselves or their work', async () => {
  const { poster, task } = await postedTask()
  const lastOf = async (by: TestUser) => {
    const context = contextOf(await by.call('GET /api/user', {}))
    const { next } = await listCases(context, {})
    return (await listCases(context, { cursor: next })).page.map(({ id }) => id)
  }
  for (let turn = 0; turn < limits.cases; turn++) {
    const subject = { kind: 'user', id: ulid(), personId: poster.id, taskId: null } as const
    const report = { by: admin.id, reason: 'spam', words: null, createdAt: '2026' } as const
    await reports.add(own.table, subject, report, false)
  }
  expect(await reportBy(await newUser(), 'user', otherAdmin.id)).toBe(200)
  expect(await reportBy(await newUser(), 'task', task.id)).toBe(200)
  expect(await lastOf(admin)).toEqual(expect.arrayContaining([otherAdmin.id, task.id]))
  expect(await lastOf(otherAdmin)).not.toContain(otherAdmin.id)
  expect(await lastOf(otherAdmin)).toContain(task.id)
})
