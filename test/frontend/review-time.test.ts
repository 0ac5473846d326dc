import { type Appeal, inReviewOrder, type Submission } from '../../domain/submission.ts'
import type { Dashboard } from '../../domain/views.ts'
import { refundWaitsFor } from '../../frontend/src/features/dashboard/refund.ts'
import { decisionRefusal } from '../../frontend/src/features/reviews/decide-appeal.tsx'
import { formatDateTime } from '../../frontend/src/lib/format.ts'
import { placesText, reviewPromise } from '../../frontend/src/lib/places.ts'
import {
  appealOutcome,
  canAppeal,
  countUrgent,
  promiseToDoer,
  reviewTime,
} from '../../frontend/src/lib/review-time.ts'

const now = Date.parse('2026-03-09T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const at = (milliseconds: number) => new Date(now + milliseconds).toISOString()

type Received = Dashboard['createdTasks'][number]['submissions'][number]
const one = (changes: Partial<Submission> = {}) =>
  ({
    status: 'pending',
    reviewBy: at(7 * 24 * hour),
    waitsFor: null,
    sameProof: 0,
    appeal: null,
    appealUntil: null,
    createdAt: at(0),
    ...changes,
  }) as Received
const appeal = (changes: Partial<Appeal> = {}) => ({ status: 'open', decidedBy: null, ...changes }) as Appeal

test.each([
  [7 * 24 * hour, '7 days left', false],
  [48 * hour - 1, '1 day left', false],
  [24 * hour, '1 day left', false],
  [24 * hour - 1, 'Paid automatically in 23 hours', true],
  [5 * hour, 'Paid automatically in 5 hours', true],
  [minute, 'Paid automatically in 1 minute', true],
  [minute - 1, 'Paid automatically now', true],
  [0, 'Paid automatically now', true],
  [-hour, 'Paid automatically now', true],
])('A reviewer with %i ms left reads “%s”', (left, text, isUrgent) => {
  expect(reviewTime(one({ reviewBy: at(left) }), now)).toEqual({ text, isUrgent })
})

test('A proof that several people submitted does not say that it is paid automatically, and is not counted as such', () => {
  const same = one({ reviewBy: at(hour), sameProof: 1 })
  expect(reviewTime(same, now)?.text).toBe('Review ends in 1 hour')
  expect(countUrgent([same], now)).toBe(0)
})

test('Decided submissions show no time left', () => {
  for (const status of ['approved', 'rejected'] as const)
    expect(reviewTime(one({ status, reviewBy: at(hour) }), now)).toBeNull()
})

test('An automatic payment that waits says for whom, to the reviewer and to the doer', () => {
  for (const [waitsFor, reviewer, doer] of [
    ['report', /waits for an admin/, /because of a report\. You need to do nothing/],
    ['suspension', /waits for an admin/, /account is suspended\./],
    [
      'same-proof',
      /waits for an admin/,
      /the same proof before\. You need to do nothing\. Without a decision it is paid on/,
    ],
    ['wallet', /doer’s wallet/, /Connect a wallet/],
  ] as const) {
    expect(reviewTime(one({ waitsFor }), now)?.text).toMatch(reviewer)
    expect(promiseToDoer(one({ waitsFor }))).toMatch(doer)
  }
  const reviewBy = at(hour)
  expect(promiseToDoer(one({ reviewBy }))).toBe(
    `Reviewed by ${formatDateTime(reviewBy)}, or paid automatically.`,
  )
})

test('Only pending submissions with less than 24 hours left and no reason to wait are counted as urgent', () => {
  const soon = { reviewBy: at(hour) }
  const some = [one(), one(soon), one({ ...soon, waitsFor: 'report' }), one({ ...soon, status: 'approved' })]
  expect(countUrgent(some, now)).toBe(1)
})

test('A task with taken places says how many are left, and never a negative number', () => {
  const task = { maxCompletions: 5, reviewDays: 7 }
  expect([3, 5, 6].map((taken) => placesText({ ...task, taken }))).toEqual([
    '2 of 5 places left',
    'All places taken',
    'All places taken',
  ])
  expect(placesText({ maxCompletions: 1, taken: 0 })).toBe('1 of 1 place left')
  expect(reviewPromise(task)).toBe('Reviewed within 7 days, or paid automatically')
  expect(reviewPromise({ reviewDays: 1 })).toBe('Reviewed within 1 day, or paid automatically')
})

test('A doer can appeal once, against a rejection, until the last millisecond before the time ends', () => {
  const rejected = { status: 'rejected', appealUntil: at(1) } as const
  expect(canAppeal(one(rejected), now)).toBe(true)
  expect(canAppeal(one(rejected), now + 1)).toBe(false)
  expect(canAppeal(one({ ...rejected, appeal: appeal() }), now)).toBe(false)
  expect(canAppeal(one({ ...rejected, appealUntil: null }), now)).toBe(false)
  expect(canAppeal(one({ ...rejected, status: 'approved' }), now)).toBe(false)
})

test('The state of an appeal says what it means for the proof', () => {
  expect(appealOutcome(appeal())).toContain('keeps its place')
  expect(appealOutcome(appeal({ status: 'upheld' }))).toContain('is approved')
  expect(appealOutcome(appeal({ status: 'dismissed', decidedBy: 'admin' }))).toContain('final')
  expect(appealOutcome(appeal({ status: 'dismissed' }))).toContain('has decided in time')
})

test('An admin is refused the decision of an appeal in which they took part', () => {
  const task = { creatorId: 'poster' }
  const submission = { userId: 'doer', reviewedBy: 'reviewer' }
  const refusal = (id: string) =>
    decisionRefusal({ user: { id, isAdmin: true }, task, submission } as Parameters<
      typeof decisionRefusal
    >[0])
  expect(refusal('arbiter')).toBeNull()
  expect(refusal('doer')).toBe('This is your own proof: another admin decides this appeal.')
  expect(refusal('poster')).toBe('This is your own task: another admin decides this appeal.')
  expect(refusal('reviewer')).toBe('You rejected this proof: another admin decides this appeal.')
})

test('The refund of a closing task waits for the undecided proofs', () => {
  const waitsFor = (undecided: number) => refundWaitsFor({ total: 9, pending: 1, undecided })
  expect([0, 1, 2].map(waitsFor)).toEqual([
    '',
    '1 proof is decided, appeals included',
    '2 proofs are decided, appeals included',
  ])
})

test('Received submissions are listed with the oldest pending one first and the newest decided one after them', () => {
  const listed = [
    ['old', 'approved', 1],
    ['second', 'pending', 3],
    ['first', 'pending', 2],
    ['new', 'rejected', 4],
  ] as const
  const given = listed.map(([id, status, time]) => one({ id, status, createdAt: at(time) }))
  expect(inReviewOrder(given).map(({ id }) => id)).toEqual(['first', 'second', 'new', 'old'])
})
