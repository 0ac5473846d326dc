import { expect, test } from 'vitest'
import type { Dashboard } from '../../domain/views.ts'
import { refundOption } from '../../frontend/src/features/dashboard/refund.ts'
import { heldFor } from '../../frontend/src/features/dashboard/summary.ts'

type Created = Dashboard['createdTasks'][number]

const seconds = 1_800_000_000
const created = (changes: object = {}) =>
  ({
    reward: 10,
    maxCompletions: 5,
    completions: 2,
    submissions: [],
    escrow: { refundableAt: seconds },
    refund: null,
    ...changes,
  }) as unknown as Created

const before = seconds * 1000 - 1
const paid = { status: 'approved', transactionHash: '0x1' }
const owed = { status: 'approved', transactionHash: null }

test.each([
  ['close', created(), before],
  ['review-first', created({ submissions: [{ status: 'pending' }] }), before],
  ['refund', created({ submissions: [paid, paid, { status: 'pending' }] }), before + 1],
  ['review-first', created({ submissions: [paid, paid, { status: 'pending' }] }), before],
  ['review-first', created({ submissions: [{}] }), before],
  ['close', created({ submissions: [paid, { status: 'rejected' }] }), before],
  ['close', created({ completions: 4 }), before],
  ['refund', created({ completions: 0 }), before + 1],
  ['close', created({ submissions: [paid, owed] }), before + 1],
  ['none', created({ completions: 5 }), before + 1],
  ['returning', created({ refund: { status: 'due' } }), before + 1],
  ['returned', created({ refund: { status: 'paid' } }), before],
])('The refund option of a created task is %s', (way, task, now) => {
  expect(refundOption(task, now)).toBe(way)
})

test('A paid refund is not counted as held in escrow', () => {
  expect(heldFor(created())).toBe(30)
  expect(heldFor(created({ refund: { status: 'due' } }))).toBe(30)
  expect(heldFor(created({ refund: { status: 'paid' } }))).toBe(0)
})
