import * as limits from '../../domain/limits.ts'
import { taskFormDefaults } from '../../domain/task.ts'
import { categories, filterCategories } from '../../domain/task-enums.ts'

test('The limits that no input of the API shows have the numbers of the specification', () => {
  expect(limits.token).toMatchObject({ symbol: 'TAX', decimals: 18, rewardUnit: 'CENTS' })
  expect(limits.chain).toMatchObject({ id: 0xe34, idHex: '0xE34', nativeSymbol: 'BTC', nativeDecimals: 18 })
  expect(limits.upload).toEqual({
    maxBytes: 2_097_152,
    maxPixels: 40_000_000,
    maxSide: 16_384,
    maxRows: 100_000,
    types: ['image/jpeg', 'image/png', 'image/gif'],
    unusedDays: 1,
  })
  expect(limits.lists).toMatchObject({ featured: 6, tasksFirst: 9, tasksMore: 6, adminRecent: 5 })
  expect(limits.filters.reward).toEqual({ min: 0, max: 1000, step: 10 })
  expect(limits.filters.time).toEqual({ min: 0, max: 120, step: 5 })
  expect(limits.ui).toMatchObject({
    newsPoll: 5000,
    toast: 5000,
    toastSwipePx: 50,
    tooltip: 700,
    tooltipSkip: 300,
    cacheKept: 300_000,
    proofPreviewPx: 450,
    addressHead: 6,
    addressTail: 4,
  })
})

// After an intended change, `vitest --update` writes the numbers again.
test('Sessions, escrows, lists, throttles and bodies have the limits of the design', async () => {
  const plain = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value)
  const lines = Object.entries(limits).map(([name, value]) => `${name}: ${JSON.stringify(value, plain, 1)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('./limits.snapshot.txt')
})

test('The filter offers the categories of tasks and two more', () => {
  expect(filterCategories).toEqual([...categories, 'Reviews', 'Referral'])
})

test('The form of a new task starts with the defaults of the specification', () => {
  expect(taskFormDefaults).toEqual({
    category: 'Content',
    reward: 50,
    maxCompletions: 5,
    estimatedTime: 30,
    submissionType: 'text',
    reviewDays: 7,
    isActive: true,
  })
})
