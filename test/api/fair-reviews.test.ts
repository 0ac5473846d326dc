import sharp from 'sharp'
import { adminSignInNeeded } from '../../domain/errors.ts'
import type { Appeal } from '../../domain/submission.ts'
import { approvalsEnd, type Task } from '../../domain/task.ts'
import * as appeals from '../../functions/market/appeals.ts'
import { approveOverdue, endAppealTimes, endLateAppeals } from '../../functions/market/automatic-verdicts.ts'
import { closeRefundable } from '../../functions/market/refunds.ts'
import { review } from '../../functions/market/reviews.ts'
import { settle } from '../../functions/payouts/settle.ts'
import type { Meter } from '../../functions/runtime/metrics.ts'
import { measure } from '../../functions/schedule/measure.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
import { callUseCase } from '../support/call-use-case.ts'
import { sendAsOwner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  contextOf,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  postedTask,
  storedTask,
} from '../support/isolated-fixture.ts'
import { concurrently, countStatuses, expectRefusal, statusAndMessage } from '../support/responses.ts'
import { allItems, findInconsistencies } from '../support/table-consistency.ts'
import { form } from '../support/task-form.ts'
import type { TestUser } from '../support/test-user.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { walletProof } from '../support/wallet-proof.ts'

const password = 'correct horse battery'
const { newAdmin, newFundedUser, newUser, newVisitor, storedUser } = openFixture(connection)
const [admin, otherAdmin] = [await newAdmin(), await newAdmin()]
const hour = 3_600_000
const day = 24 * hour
const reason = 'Look at the second picture.'

let proofs = 0
async function submit(task: Task, by?: TestUser, proofText = `Proof number ${++proofs}.`) {
  const doer = by ?? (await newUser())
  return { doer, ...(await doer.submitTo(task, proofText)) }
}
/** A new account without a wallet. */
async function walletless() {
  const doer = newVisitor()
  await doer.call('POST /api/register', { username: `poor_${++proofs}`, password })
  return doer
}
const verdict = (by: TestUser, id: string, status: 'approved' | 'rejected') =>
  by.request('PATCH /api/submissions/{id}', { id, status, feedback: 'Seen.' })
const appeal = (by: TestUser, id: string) =>
  by.request('POST /api/submissions/{id}/appeal', { id, message: reason })
const decide = (by: TestUser, id: string, decision: 'upheld' | 'dismissed') =>
  by.request('POST /api/admin/submissions/{id}/appeal', { id, decision, reason })
const auditOf = async (id: string) =>
  (await admin.call('GET /api/admin/audit', {})).flatMap(({ action, subject }) =>
    subject.id === id ? [action] : [],
  )
const shown = (id: string, by: TestUser = admin) => by.call('GET /api/submissions/{id}', { id })
/** The services, and the context of a person, at another time (epoch milliseconds). */
const servicesAt = (time: number) => openOwnServices({ now: () => time })
const contextAt = async (by: TestUser, time: number) =>
  contextOf(await by.call('GET /api/user', {}), { now: () => time })
const windowOf = ({ reviewBy }: { reviewBy: string | null }) => Date.parse(reviewBy ?? '')
const rejectAt = async (by: TestUser, id: string, time: number) =>
  callUseCase('PATCH /api/submissions/{id}', review, await contextAt(by, time), {
    id,
    status: 'rejected',
    feedback: 'No',
  })
async function rejected(task: Task, poster: TestUser) {
  const made = await submit(task)
  await poster.reject(made)
  return made
}

test('A silent poster does not keep the work: after the window the schedule approves it, and the doer is paid also after a pause', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2, reviewDays: 1 })
  const [made, last] = [await submit(task), await submit(task)]
  const end = windowOf(made)
  expect(end - Date.parse(made.createdAt)).toBe(day)
  await expect(rejectAt(poster, last.id, windowOf(last) - 1)).resolves.toMatchObject({ status: 'rejected' })
  await expect(rejectAt(poster, made.id, end)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^The time to reject this proof is over/),
  })
  await approveOverdue(servicesAt(end - 1))
  expect(await shown(made.id)).toMatchObject({ status: 'pending', waitsFor: null })
  await sendAsOwner('pause')
  await approveOverdue(servicesAt(end + 1))
  expect(await shown(made.id)).toMatchObject({
    status: 'approved',
    reviewedBy: null,
    reviewNotes: 'Approved automatically: not reviewed within 1 day.',
  })
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  await sendAsOwner('unpause')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await made.doer.balance()).toBe(10n * 10n ** 18n)
})

const long = (words: string) =>
  `${words} ${'I walked along the whole line and counted every stop on the way. '.repeat(2)}`

test('Of equal proofs the first is paid automatically and the later ones wait for an admin, but at most 7 days', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 12, submissionType: 'mixed' })
  const texts = ['A Tram!', '  a  TRAM', 'a\u200b tr\u0430m.', '\uff41 tram\u2026']
  const copies = []
  for (const text of texts) copies.push(await submit(task, undefined, long(text)))
  const linked = []
  for (const proofLink of [
    'https://a.example/one/?b=2&a=1#top',
    'http://A.example:80/x/../one?utm_source=mail&a=1&b=2',
    'https://a.example/one?a=1&b=3',
  ])
    linked.push(await (await newUser()).call('POST /api/submissions', { taskId: task.id, proofLink }))
  const short = [await submit(task, undefined, 'TRAM-77'), await submit(task, undefined, 'TRAM-77')]
  const [first, second, third] = copies as [(typeof copies)[0], (typeof copies)[0], (typeof copies)[0]]
  expect((await verdict(poster, third.id, 'rejected')).status).toBe(200)
  const time = windowOf(linked[0] as { reviewBy: string }) + 1
  const later = Math.max(...[...linked, ...short].map(windowOf)) + 1
  await approveOverdue(servicesAt(later))
  const states = async (all: { id: string }[]) =>
    Promise.all(
      all.map(async ({ id }) => {
        const { sameProof, status, waitsFor } = await shown(id, poster)
        return `${status} ${waitsFor ?? ''} ${sameProof}`
      }),
    )
  const waits = 'pending same-proof 2'
  expect(await states(copies)).toEqual(['approved  2', waits, 'rejected  3', waits])
  expect(await states(linked)).toEqual(['approved  1', 'pending same-proof 1', 'approved  0'])
  expect(await states(short)).toEqual(['approved  0', 'approved  0'])
  expect(await shown(second.id, second.doer)).toMatchObject({ sameProof: 0 })
  const { waiting } = await admin.call('GET /api/admin/appeals', {})
  expect(waiting.filter(({ taskId }) => taskId === task.id)).toHaveLength(3)
  await expect(rejectAt(poster, second.id, time)).rejects.toMatchObject({ code: 'conflict' })
  await expect(rejectAt(admin, second.id, later)).resolves.toMatchObject({ status: 'rejected' })
  await approveOverdue(servicesAt(later + 7 * day - hour))
  expect((await shown(copies[3]?.id ?? '')).status).toBe('pending')
  await approveOverdue(servicesAt(later + 7 * day + hour))
  expect((await states(copies))[3]).toBe('approved  1')
  expect((await states(linked))[1]).toBe('approved  1')
  expect(first.id < second.id).toBe(true)
})

test('A copy waits for an admin although the first proof was rejected, once the appeal of the first proof was upheld', async () => {
  const { poster, task } = await postedTask()
  const first = await submit(task, undefined, long('First'))
  const copy = await submit(task, undefined, long('first'))
  await poster.reject(first)
  await first.doer.appeal(first)
  await admin.decideAppeal(first, 'upheld')
  await approveOverdue(servicesAt(windowOf(copy) + 1))
  expect(await shown(copy.id)).toMatchObject({ status: 'pending', waitsFor: 'same-proof', sameProof: 1 })
})

test('Pictures are equal when they look alike: scaled and encoded again, but not when they show something else', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 4, submissionType: 'file' })
  const shapes = (x: number) =>
    sharp({ create: { width: 800, height: 600, channels: 3, background: 'white' } })
      .composite(
        [0, 1, 2, 3].map((turn) => ({
          input: { create: { width: 90 + 30 * turn, height: 120, channels: 3 as const, background: '#375' } },
          left: (x + turn * 170) % 560,
          top: 20 + turn * 140,
        })),
      )
      .png()
      .toBuffer()
  const [one, other] = [await shapes(10), await shapes(300)]
  const pictures = [one, await sharp(one).resize(500).jpeg({ quality: 50 }).toBuffer(), other]
  const made = []
  for (const picture of pictures) {
    const doer = await newUser()
    const { fileUrl } = await uploadPicture(doer, picture)
    made.push(await doer.call('POST /api/submissions', { taskId: task.id, proofFileUrl: fileUrl }))
  }
  const counts = made.map(async ({ id }) => (await shown(id, poster)).sameProof)
  expect(await Promise.all(counts)).toEqual([1, 1, 0])
})

test('An account that nobody trusts gets at most 100 CENTS a week for proofs that nobody reviewed; the rest is paid a week later', async () => {
  const { poster } = await postedTask()
  const doer = await newUser()
  const made = []
  const rewards = new Map<string, number>()
  for (const reward of [60, 50, 40]) {
    const task = await poster.post({ ...form, reward })
    rewards.set(task.id, reward)
    made.push(await submit(task, doer))
  }
  const inOneWeek = Math.ceil(Math.max(...made.map(windowOf)) / (7 * day)) * 7 * day + 1000
  const services = servicesAt(inOneWeek)
  await approveOverdue(services)
  const after = await Promise.all(made.map(({ id }) => shown(id)))
  const paid = after.filter(({ status }) => status === 'approved')
  expect(paid.length).toBeGreaterThan(0)
  expect(after.filter(({ waitsFor }) => waitsFor === 'newcomer')).toHaveLength(3 - paid.length)
  expect(paid.length).toBeLessThan(3)
  expect(paid.reduce((sum, { taskId }) => sum + (rewards.get(taskId) ?? 0), 0)).toBeLessThanOrEqual(100)
  await approveOverdue(servicesAt(inOneWeek + 7 * day))
  for (const { id } of made) expect(await shown(id)).toMatchObject({ status: 'approved' })
})

test.each([
  'wallet',
  'suspension',
  'report',
] as const)('An automatic approval waits for "%s", says so, and goes on an hour after the cause has ended', async (cause) => {
  const { poster, task } = await postedTask()
  const doer = cause === 'wallet' ? await walletless() : await newUser()
  const made = await submit(task, doer)
  const person = { id: made.userId }
  if (cause === 'suspension') await admin.suspend(person)
  const reported = { kind: 'submission', id: made.id } as const
  if (cause === 'report') await poster.call('POST /api/reports', { ...reported, reason: 'scam' })
  const time = windowOf(made) + 1
  await approveOverdue(servicesAt(time))
  expect(await shown(made.id)).toMatchObject({ status: 'pending', waitsFor: cause })
  if (cause !== 'wallet')
    await expect(rejectAt(poster, made.id, time)).rejects.toMatchObject({ code: 'conflict' })

  if (cause === 'suspension') await admin.suspend(person, false)
  if (cause === 'report') await admin.call('POST /api/admin/reports/dismiss', { ...reported, reason })
  if (cause === 'wallet') {
    await doer.call('POST /api/wallet', { ...(await walletProof(doer)), password })
    await expect(rejectAt(poster, made.id, time)).rejects.toMatchObject({ code: 'conflict' })
  }
  await approveOverdue(servicesAt(time + hour + 1000))
  expect(await shown(made.id)).toMatchObject({ status: 'approved', waitsFor: null })
})

test('Neither a suspended poster, a report by a new account nor a schedule that was down keeps a doer from being paid, and a report holds for 3 days at most', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 5 })
  const reportBy = async (by: TestUser, kind: 'submission' | 'user', id: string) =>
    by.call('POST /api/reports', { kind, id, reason: 'scam' })
  const [plain, reportedByStranger, reported] = [await submit(task), await submit(task), await submit(task)]
  await reportBy(await newUser(), 'user', reportedByStranger.userId)
  await reportBy(poster, 'submission', reported.id)
  await admin.suspend({ id: task.creatorId })
  const time = windowOf(reported) + 1
  await approveOverdue(servicesAt(time))
  expect(await shown(plain.id)).toMatchObject({ status: 'approved' })
  expect(await shown(reportedByStranger.id)).toMatchObject({ status: 'approved' })
  expect(await shown(reported.id)).toMatchObject({ status: 'pending', waitsFor: 'report' })
  await approveOverdue(servicesAt(time + 3 * day))
  expect(await shown(reported.id)).toMatchObject({ status: 'approved' })

  const other = await postedTask({ maxCompletions: 2 })
  const [late, suspended] = [await submit(other.task), await submit(other.task)]
  await admin.suspend({ id: suspended.userId })
  const { refundableAt } = await storedTask(other.task.id)
  await approveOverdue(servicesAt((refundableAt - 2 * 3600) * 1000))
  expect(await shown(late.id)).toMatchObject({ status: 'approved' })
  expect(await shown(suspended.id)).toMatchObject({ status: 'rejected', reviewedBy: null })
})

test('A proof of a doer without a wallet can be rejected after the time to review, and does not keep a closed task open', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 3 })
  const poor = async () => submit(task, await walletless())
  const [one, other] = [await poor(), await poor()]
  const time = windowOf(other) + 1
  await approveOverdue(servicesAt(time))
  await expect(rejectAt(poster, one.id, time)).resolves.toMatchObject({ status: 'rejected' })
  await poster.close(task)
  await approveOverdue(servicesAt(time + hour + 1000))
  expect(await shown(other.id)).toMatchObject({ status: 'rejected', appealUntil: expect.any(String) })
  await endAppealTimes(servicesAt(time + 4 * day))
  expect((await storedTask(task.id)).refunded).toBeNull()
})

test('An appeal that no admin decides ends after 14 days with the rejection standing', async () => {
  const { poster, task } = await postedTask()
  const { doer, id } = await rejected(task, poster)
  await appeal(doer, id)
  const opened = Date.parse((await shown(id)).appeal?.createdAt ?? '')
  await endLateAppeals(servicesAt(opened + 14 * day - 1000))
  expect((await shown(id)).appeal).toMatchObject({ status: 'open' })
  await endLateAppeals(servicesAt(opened + 14 * day))
  expect((await shown(id)).appeal).toMatchObject({ status: 'dismissed', decidedBy: null })
  expect((await storedTask(task.id)).taken).toBe(0)
})

test('A newcomer may have three undecided proofs, rejected ones included, and more after two posters have approved three proofs for 20 CENTS', async () => {
  const { poster } = await postedTask()
  const tasks = []
  for (let turn = 0; turn < 8; turn++) tasks.push(await poster.post(form))
  const doer = await newUser()
  const answers = await Promise.all(
    tasks.map((task, turn) =>
      doer.request('POST /api/submissions', { taskId: task.id, proofText: `Street ${turn}` }),
    ),
  )
  const made = answers.filter(({ ok }) => ok)
  expect(made).toHaveLength(3)
  const left = tasks.filter((_, index) => !answers[index]?.ok)
  const again = () =>
    doer.request('POST /api/submissions', { taskId: left.pop()?.id ?? '', proofText: 'Again' })
  await expectRefusal(again(), 409, /^You can have 3 undecided proofs/)
  const [first, second] = await Promise.all(made.map(async (one) => (await one.json()) as { id: string }))
  await verdict(poster, first?.id ?? '', 'rejected')
  expect((await again()).status).toBe(409)
  await verdict(poster, second?.id ?? '', 'approved')
  expect((await again()).status).toBe(200)
  expect((await again()).status).toBe(409)
})

test('A doer is a newcomer until people have approved three proofs for two posters, 20 CENTS together', async () => {
  const doer = await newUser()
  const trustedAfter = async (poster: TestUser, reward: number, by?: 'schedule') => {
    const task = await poster.post({ ...form, reward, reviewDays: 1 })
    const made = await doer.call('POST /api/submissions', { taskId: task.id, proofText: `${task.id} done` })
    if (by) await approveOverdue(servicesAt(windowOf(made) + 1))
    else await verdict(poster, made.id, 'approved')
    return Boolean((await storedUser(doer.id)).trusted)
  }
  const [friend, stranger] = [await newFundedUser(), await newFundedUser()]
  expect(await trustedAfter(stranger, 50, 'schedule')).toBe(false)
  for (let turn = 0; turn < 3; turn++) expect(await trustedAfter(friend, 1)).toBe(false)
  expect(await trustedAfter(stranger, 16)).toBe(false)
  expect(await trustedAfter(friend, 1)).toBe(true)
})

test('An admin neither approves their own proof, judges others who do the same task, hides or closes it, nor decides the appeal of their own proof, task or rejection', async () => {
  const { poster, task } = await postedTask()
  const own = await submit(task, admin)
  expect((await verdict(admin, own.id, 'approved')).status).toBe(403)
  expect((await verdict(poster, own.id, 'rejected')).status).toBe(200)
  expect((await appeal(admin, own.id)).status).toBe(200)
  expect((await decide(admin, own.id, 'upheld')).status).toBe(403)
  expect((await decide(otherAdmin, own.id, 'upheld')).status).toBe(200)
  const hide = { id: task.id, hidden: true, reason }
  expect((await admin.request('POST /api/admin/tasks/{id}/visibility', hide)).status).toBe(403)
  expect((await admin.request('POST /api/tasks/{id}/close', { id: task.id })).status).toBe(403)
  const competitor = await submit(task)
  expect((await verdict(admin, competitor.id, 'rejected')).status).toBe(403)
  expect((await verdict(poster, competitor.id, 'rejected')).status).toBe(200)
  expect((await appeal(competitor.doer, competitor.id)).status).toBe(200)
  expect((await decide(admin, competitor.id, 'dismissed')).status).toBe(403)
  const other = await postedTask()
  const byAdmin = await submit(other.task)
  expect((await verdict(admin, byAdmin.id, 'rejected')).status).toBe(200)
  expect((await appeal(byAdmin.doer, byAdmin.id)).status).toBe(200)
  expect((await decide(admin, byAdmin.id, 'dismissed')).status).toBe(403)
  const adminPoster = await newAdmin()
  await openOwnServices().table.write([
    update(keys.task(other.task.id), { set: { creatorId: adminPoster.id } }),
  ])
  expect((await decide(adminPoster, byAdmin.id, 'dismissed')).status).toBe(403)
  expect((await decide(otherAdmin, byAdmin.id, 'dismissed')).status).toBe(200)
  expect(await auditOf(byAdmin.id)).toEqual(['dismiss-appeal', 'reject'])
})

test('A rejected proof keeps its place while it can be appealed and is under appeal, so an upheld appeal is always paid', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1 })
  const made = await rejected(task, poster)
  const friend = await newUser()
  const takePlace = () =>
    statusAndMessage(friend.request('POST /api/submissions', { taskId: task.id, proofText: 'Mine' }))
  const refused = [409, 'All places are taken for now. A place becomes free when a rejection is final.']
  expect(await takePlace()).toEqual(refused)
  expect((await appeal(made.doer, made.id)).status).toBe(200)
  expect(await takePlace()).toEqual(refused)
  const { appeals: open } = await admin.call('GET /api/admin/appeals', {})
  expect(open.filter(({ taskId }) => taskId === task.id)).toMatchObject([
    { id: made.id, appeal: { message: reason } },
  ])
  await expectRefusal(appeal(made.doer, made.id), 409, /^You have appealed already/)
  const decisions = concurrently(8, (turn) =>
    decide(turn % 2 ? admin : otherAdmin, made.id, turn % 3 ? 'upheld' : 'dismissed'),
  )
  expect(await countStatuses(decisions)).toEqual({ 200: 1, 409: 7 })
  const outcome = await shown(made.id)
  const isPaid = outcome.appeal?.status === 'upheld'
  expect(outcome.status).toBe(isPaid ? 'approved' : 'rejected')
  expect((await storedTask(task.id)).completions).toBe(Number(isPaid))
  expect((await takePlace())[0]).toBe(isPaid ? 409 : 200)
})

test('The place of a rejected proof is free when the time to appeal is over, when the appeal is dismissed, or when the doer gives it up', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 3 })
  const giveUp = (doer: TestUser, id: string) => doer.request('DELETE /api/submissions/{id}/appeal', { id })
  const late = await rejected(task, poster)
  const dismissed = await rejected(task, poster)
  const waived = await rejected(task, poster)
  expect((await giveUp(poster, waived.id)).status).toBe(403)
  expect(await countStatuses(concurrently(4, () => giveUp(waived.doer, waived.id)))).toMatchObject({
    200: expect.any(Number),
  })
  expect((await giveUp(waived.doer, waived.id)).status).toBe(409)
  expect((await appeal(waived.doer, waived.id)).status).toBe(409)
  expect((await storedTask(task.id)).taken).toBe(2)
  await appeal(dismissed.doer, dismissed.id)
  expect((await giveUp(dismissed.doer, dismissed.id)).status).toBe(409)
  await decide(admin, dismissed.id, 'dismissed')
  expect((await storedTask(task.id)).taken).toBe(1)
  await endAppealTimes(servicesAt(windowOf(late) + 4 * day))
  expect(await storedTask(task.id)).toMatchObject({ taken: 0, undecided: 0 })
})

test('Of a verdict, an automatic approval, an appeal, its decision and a closing at once, exactly one outcome stays', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1 })
    const made = await submit(task)
    const late = servicesAt(windowOf(made) + 1)
    await Promise.allSettled([
      // Only rejections, only approvals, or both.
      ...(round % 3 === 1 ? [] : [verdict(poster, made.id, 'rejected')]),
      ...(round % 3 === 0 ? [] : [verdict(admin, made.id, 'approved'), approveOverdue(late)]),
      appeal(made.doer, made.id),
      poster.request('POST /api/tasks/{id}/close', { id: task.id }),
    ])
    await appeal(made.doer, made.id)
    await Promise.allSettled([
      decide(admin, made.id, 'upheld'),
      decide(otherAdmin, made.id, 'dismissed'),
      endAppealTimes(servicesAt(Date.now() + 4 * day)),
      endLateAppeals(servicesAt(approvalsEnd(await storedTask(task.id)))),
    ])
    const after = await shown(made.id)
    outcomes.add(`${after.status} ${after.appeal?.status}`)
    const payout = await payoutOf({ submission: made }).catch(() => null)
    expect(payout !== null).toBe(after.status === 'approved')
    expect(await storedTask(task.id)).toMatchObject({ undecided: 0, taken: payout ? 1 : 0 })
  }
  expect(outcomes.size).toBeGreaterThan(1)
  expect(findInconsistencies(await allItems(connection))).toEqual([])
})

test('An admin who signed in an hour ago rejects no proof for the task of another person and decides no appeal', async () => {
  const { poster, task } = await postedTask({ reward: 30, maxCompletions: 2 })
  const [pending, rejected] = [await submit(task), await submit(task)]
  await verdict(poster, rejected.id, 'rejected')
  await appeal(rejected.doer, rejected.id)
  const context = contextOf(await admin.call('GET /api/user', {}))
  const session = { id: 'one', createdAt: new Date(Date.now() - hour).toISOString() }
  const old = { ...context, session }
  const refused = { code: 'unauthenticated', message: adminSignInNeeded }
  const sent = { id: pending.id, status: 'rejected', feedback: 'Seen.' } as const
  await expect(callUseCase('PATCH /api/submissions/{id}', review, old, sent)).rejects.toMatchObject(refused)
  for (const decision of ['upheld', 'dismissed'] as const) {
    const decided = { id: rejected.id, decision, reason }
    const call = callUseCase('POST /api/admin/submissions/{id}/appeal', appeals.decide, old, decided)
    await expect(call).rejects.toMatchObject(refused)
  }
  expect(await shown(pending.id)).toMatchObject({ status: 'pending' })
  expect(await shown(rejected.id)).toMatchObject({ status: 'rejected', appeal: { status: 'open' } })
})

test('One admin approves at most the daily ceiling for tasks of others, whatever is clicked at once; another admin approves the rest, and the poster is told', async () => {
  const { poster, task } = await postedTask({ reward: 30, maxCompletions: 7 })
  const made = []
  for (let turn = 0; turn < 6; turn++) made.push(await submit(task))
  const approveBy = async (by: TestUser, id: string, createdAt = Date.now()) => {
    const context = contextOf(await by.call('GET /api/user', {}), {
      config: { ...own.config, ADMIN_DAILY_LIMIT: 100 },
    })
    const session = { id: 'one', createdAt: new Date(createdAt).toISOString() }
    const sent = { id, status: 'approved', feedback: undefined } as const
    return callUseCase('PATCH /api/submissions/{id}', review, { ...context, session }, sent)
  }
  const first = await newAdmin()
  await expect(approveBy(first, made[0]?.id ?? '', Date.now() - hour)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: adminSignInNeeded,
  })
  const outcomes = await Promise.allSettled(made.map(({ id }) => approveBy(first, id)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  for (const error of refused)
    expect(error.message).toMatch(/^You have approved as much .* Ask another admin/)
  const after = await Promise.all(made.map(({ id }) => shown(id)))
  const left = after.filter(({ status }) => status === 'pending')
  expect(left).toHaveLength(3)
  await Promise.all(left.map(({ id }) => approveBy(otherAdmin, id)))
  for (const { id } of left) expect(await auditOf(id)).toEqual(['approve'])
  const mine = await submit(task)
  await approveBy(poster, mine.id)
  expect((await storedTask(task.id)).completions).toBe(7)
})

test('The last millisecond of the time to appeal counts, and an appeal and the end of its time exclude each other', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 4 })
  for (const turn of [-1, 0]) {
    const made = await rejected(task, poster)
    const until = Date.parse((await shown(made.id)).appealUntil ?? '')
    const context = await contextAt(made.doer, until + turn)
    const input = { id: made.id, message: reason, proofFileUrl: undefined }
    const late = callUseCase('POST /api/submissions/{id}/appeal', appeals.open, context, input)
    if (turn < 0) await expect(late).resolves.toMatchObject({ appeal: { status: 'open' } })
    else await expect(late).rejects.toThrow('The time to appeal is over')
  }
  const ahead = await rejected(task, poster)
  await endAppealTimes(servicesAt(Date.now() + 3 * day + hour)) // a clock that is an hour ahead
  expect((await appeal(ahead.doer, ahead.id)).status).toBe(409)
})

test('A flood of submissions does not keep a poster from closing, and the rest returns once when the last one is decided', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 5 })
  const before = await poster.balance()
  await submit(task)
  const flood = await Promise.all(concurrently(25, newUser))
  const [closed] = await Promise.all([
    poster.close(task),
    ...flood.map((doer) => doer.request('POST /api/submissions', { taskId: task.id, proofText: doer.id })),
  ])
  expect(closed.status).toBe('waiting')
  const late = (await newUser()).request('POST /api/submissions', { taskId: task.id, proofText: 'Late' })
  expect((await statusAndMessage(late))[0]).toBe(409)
  const { createdTasks } = await poster.call('GET /api/dashboard', {})
  const pending = createdTasks.find(({ id }) => id === task.id)?.submissions ?? []
  for (const [turn, { id }] of pending.entries()) await verdict(poster, id, turn ? 'rejected' : 'approved')
  const waits = pending.length > 1
  expect((await poster.close(task)).status).toBe(waits ? 'waiting' : 'due')
  await Promise.all(concurrently(2, () => endAppealTimes(servicesAt(Date.now() + 4 * day))))
  expect(await poster.close(task)).toMatchObject({ status: 'due', amount: 40 })
  for (let turn = 0; turn < 3; turn++) await settle(own, inFiveSeconds())
  expect((await poster.balance()) - before).toBe(40n * 10n ** 18n)
})

test('Appeals by sock puppets delay a closing only until approvals end; then the rejections stand and the money is due', async () => {
  const deadline = new Date(Date.now() + hour).toISOString()
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3, reviewDays: 1, deadline })
  const puppets = [await rejected(task, poster), await rejected(task, poster)]
  for (const { doer, id } of puppets) await appeal(doer, id)
  const unfair = await submit(task)
  expect(await poster.close(task)).toMatchObject({ status: 'waiting', amount: 30 })
  const end = approvalsEnd(await storedTask(task.id))
  await endLateAppeals(servicesAt(end - 1))
  expect((await shown(puppets[0]?.id ?? '')).appeal).toMatchObject({ status: 'open' })
  const context = await contextAt(admin, end)
  const input = { id: puppets[0]?.id ?? '', decision: 'upheld', reason } as const
  await expect(
    callUseCase('POST /api/admin/submissions/{id}/appeal', appeals.decide, context, input),
  ).rejects.toThrow('The time to approve is over')
  await endLateAppeals(servicesAt(end))
  await approveOverdue(servicesAt(end))
  const ended: Partial<Appeal> = { status: 'dismissed', decidedBy: null }
  for (const { id } of puppets) expect(await shown(id)).toMatchObject({ status: 'rejected', appeal: ended })
  expect(await shown(unfair.id)).toMatchObject({ status: 'approved', reviewedBy: null })
  expect(await poster.close(task)).toMatchObject({ status: 'due', amount: 20 })
})

test('When the escrow of a closed task becomes refundable, its refund becomes due although an appeal is open, and nothing can be approved any more', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const later = servicesAt((await storedTask(task.id)).refundableAt * 1000 + 1)
  // Decides the overdue submissions of earlier tests.
  await approveOverdue(later)
  const silent = await submit(task)
  const { doer, id } = await rejected(task, poster)
  await appeal(doer, id)
  expect(await poster.close(task)).toMatchObject({ status: 'waiting' })
  await closeRefundable(later)
  expect(await storedTask(task.id)).toMatchObject({ refunded: null, undecided: 2 })
  expect(await approveOverdue(later)).toBe(0)
  expect(await shown(silent.id)).toMatchObject({
    status: 'rejected',
    reviewNotes: 'Nobody could approve this before approvals of the task ended, so it is not paid.',
  })
  await expectRefusal(decide(admin, id, 'upheld'), 409, /nothing can be approved/)
  expect((await decide(admin, id, 'dismissed')).status).toBe(200)
  expect(await storedTask(task.id)).toMatchObject({ refunded: null, undecided: 0, taken: 0 })
})

test('A flood of appeals in the tasks of one poster hides no later appeal in the task of another from the admins', async () => {
  const [attacker, honest] = [await postedTask({ maxCompletions: 6 }), await postedTask()]
  const junk: Awaited<ReturnType<typeof rejected>>[] = []
  for (let turn = 0; turn < 6; turn++) junk.push(await rejected(attacker.task, attacker.poster))
  expect(await countStatuses(junk.map(({ doer, id }) => appeal(doer, id)))).toEqual({ 200: 6 })
  const made = await rejected(honest.task, honest.poster)
  await appeal(made.doer, made.id)
  const { appeals: open } = await admin.call('GET /api/admin/appeals', {})
  const order = open.map(({ id }) => id).filter((id) => id === made.id || junk.some((one) => one.id === id))
  expect(order).toHaveLength(7)
  expect(order.indexOf(made.id)).toBe(1)
})

test('However many appeals there were in the tasks of a poster, a new one has its turn within three days', async () => {
  const { poster, task } = await postedTask()
  const one = await rejected(task, poster)
  const lastAppeal = new Date(Date.now() + 300 * day).toISOString()
  await own.table.write([update(keys.user(task.creatorId), { set: { lastAppeal } })])
  await appeal(one.doer, one.id)
  const turn = String((await own.table.get(keys.submissionPointer(one.id)))?.gsi1sk).slice(0, 24)
  expect(Date.parse(turn) - Date.now()).toBeLessThanOrEqual(3 * day)
})

test('An appeal that no admin has decided after 7 days is reported during one hour of each day', async () => {
  const { poster, task } = await postedTask()
  const { doer, id } = await rejected(task, poster)
  await appeal(doer, id)
  const nine = Math.ceil((Date.now() + 7 * day) / day) * day + 9 * hour
  const reported: number[] = []
  const record: Meter['record'] = ({ OverdueAppeals: count }) => {
    if (count !== undefined) reported.push(count)
  }
  const meter = { ...own.meter, record }
  for (const time of [nine - 8 * day, nine - 1, nine, nine + hour, nine + day])
    await measure(openOwnServices({ now: () => time, meter }))
  const [early, , first = 0, , second] = reported
  expect(first).toBeGreaterThan(0)
  expect(reported).toEqual([early, 0, first, 0, second])
  expect([early, second]).toEqual([0, first])
})

test('After all tests of this file, the audit finds no inconsistency in the table', async () => {
  const found = findInconsistencies(await allItems(connection))
  expect(found).toEqual([])
})
