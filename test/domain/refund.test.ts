import { toBaseUnits, toCents } from '../../domain/escrow.ts'
import { heldFor, refundOf, termsOf, unclaimed } from '../../domain/refund.ts'
import { canSeeTask } from '../../domain/task.ts'
import { admin, poster, stranger, task } from './samples.ts'

const closed = { ...task, isActive: false, closedAt: task.createdAt, undecided: 1 }
const waiting = { status: 'waiting', transactionHash: null, firstPart: null }

test('The unclaimed amount is the reward times the completions that are left', () => {
  expect(unclaimed(task)).toBe(250)
  expect(unclaimed({ ...task, completions: 5 })).toBe(0)
  expect([4, 5].map((completions) => heldFor({ ...task, completions, refund: null }))).toEqual([50, 0])
})

test('A refund waits until it is due, and nothing is left to return of a full task', () => {
  expect(refundOf(closed)).toEqual({ ...waiting, amount: 250 })
  expect(refundOf({ ...closed, completions: 5 })).toMatchObject({ status: 'paid', amount: 0 })
})

test('A refund is due with the unclaimed amount until the chain has returned an amount', () => {
  expect(refundOf({ ...closed, refunded: null })).toEqual({
    ...waiting,
    status: 'due',
    amount: 250,
  })
  expect(refundOf({ ...closed, refunded: { cents: 200, hash: '0x1' } })).toEqual({
    status: 'paid',
    amount: 200,
    transactionHash: '0x1',
    firstPart: null,
  })
})

test('The first part of a refund is what neither an approved nor an undecided submission can claim, and it is never counted twice', () => {
  const first = { status: 'due', amount: 150, transactionHash: null }
  const two = { ...closed, completions: 1, undecided: 1 }
  expect(refundOf({ ...two, firstPart: null })).toEqual({ ...waiting, amount: 50, firstPart: first })
  const firstPart = { cents: 150, hash: '0x1' }
  const paid = { ...first, status: 'paid', transactionHash: '0x1' }
  expect(refundOf({ ...two, firstPart })).toEqual({ ...waiting, amount: 50, firstPart: paid })
  expect(refundOf({ ...two, completions: 2, undecided: 0, firstPart })).toMatchObject({
    status: 'paid',
    amount: 0,
    firstPart: paid,
  })
  // All proofs were decided before the first part was sent, so everything returns together.
  expect(refundOf({ ...two, undecided: 0, firstPart: null, refunded: null })).toEqual({
    ...waiting,
    status: 'due',
    amount: 200,
  })
})

test('termsOf combines the task with the funder’s terms, and toCents reverses toBaseUnits', () => {
  const own = { funder: '0x2', salt: '0x3', refundableAt: 4 }
  expect(termsOf(task, own)).toEqual({ ...own, reward: toBaseUnits(50), slots: 5 })
  expect(toCents(toBaseUnits(50))).toBe(50)
})

test('Everyone sees a closed task; a closed draft is seen by its creator and admins only', () => {
  const draft = { ...closed, wasDraft: true as const }
  for (const viewer of [null, stranger]) {
    expect(canSeeTask(viewer, closed)).toBe(true)
    expect(canSeeTask(viewer, draft)).toBe(false)
  }
  for (const viewer of [poster, admin]) expect(canSeeTask(viewer, draft)).toBe(true)
})
