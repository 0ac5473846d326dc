import {
  areClaimsPaid,
  escrowAmount,
  isSlotOwed,
  isSlotPaid,
  remainderOf,
  toBaseUnits,
  toCents,
} from '../../domain/escrow.ts'
import { escrowTerms } from '../../domain/task.ts'

test('The escrow amount of a task is its reward times its completions', () => {
  expect(escrowAmount({ reward: 50, maxCompletions: 5 })).toBe(250)
  expect(escrowAmount({ reward: 1000, maxCompletions: 100 })).toBe(100_000)
})

test('N CENTS are N × 10^18 base units of TAX', () => {
  expect(toBaseUnits(1)).toBe(1_000_000_000_000_000_000n)
  expect(toBaseUnits(100_000)).toBe(100_000n * 10n ** 18n)
  expect(toBaseUnits(0)).toBe(0n)
})

test('isSlotPaid is true exactly for slots whose bit is set, up to slot 99', () => {
  const state = { paidBitmap: 0b101n | (1n << 99n) }
  expect([0, 1, 2, 98, 99, 100].map((slot) => isSlotPaid(state, slot))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})

test('toCents converts base units to CENTS and rounds down to whole TAX', () => {
  expect(toCents(toBaseUnits(50))).toBe(50)
  expect(toCents(2n * 10n ** 18n - 1n)).toBe(1)
})

test('areClaimsPaid is true if the first slots are paid, even if other slots are paid too', () => {
  const paid = { paidBitmap: 0b10111n }
  expect([0, 1, 2, 3, 4, 5].map((count) => areClaimsPaid(paid, count))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  expect(areClaimsPaid({ paidBitmap: 0b110n }, 1)).toBe(false)
})

test('Closing an escrow returns the rewards of the slots that are neither paid nor owed', () => {
  const state = { reward: toBaseUnits(50), slots: 10, paidCount: 2, closed: false, paidBitmap: 0b11n }
  expect(remainderOf({ ...state, owedBitmap: 0n })).toBe(400)
  const owed = { ...state, owedBitmap: 0b1110000n }
  expect(remainderOf(owed)).toBe(250)
  expect([3, 4, 6, 7].map((slot) => isSlotOwed(owed, slot))).toEqual([false, true, true, false])
})

test('escrowTerms accepts a salt of 32 bytes and a positive whole number of seconds, and no other field', () => {
  const salt = `0x${'ab'.repeat(32)}`
  expect(escrowTerms.safeParse({ salt, refundableAt: 1 }).success).toBe(true)
  for (const refundableAt of [0, -1, 1.5])
    expect(escrowTerms.safeParse({ salt, refundableAt }).success).toBe(false)
  expect(escrowTerms.safeParse({ salt, refundableAt: 1, funder: '0x' }).success).toBe(false)
})
