import { expect, test } from 'vitest'
import { escrowAmount, isSlotPaid, toBaseUnits } from '../../domain/escrow.ts'

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
