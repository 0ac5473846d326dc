import { expect, test } from 'vitest'
import * as limits from '../../domain/limits.ts'
import { taskFormDefaults } from '../../domain/task.ts'
import { categories, sorts, submissionTypes } from '../../domain/task-enums.ts'

test('The limits have the numbers of spec section 9', () => {
  expect(limits.token).toMatchObject({ symbol: 'TAX', decimals: 18, rewardUnit: 'CENTS' })
  expect(limits.chain).toMatchObject({ id: 0xe34, idHex: '0xE34', nativeSymbol: 'BTC', nativeDecimals: 18 })
  expect(limits.reward).toEqual({ min: 1, max: 1000, default: 50 })
  expect(limits.completions).toEqual({ min: 1, max: 100, default: 5 })
  expect(limits.estimatedTime).toEqual({ min: 1, max: 480, default: 30 })
  expect(limits.upload).toMatchObject({
    maxBytes: 2_097_152,
    types: ['image/jpeg', 'image/png', 'image/gif'],
  })
  expect(limits.username).toMatchObject({ min: 3, max: 20 })
  expect(limits.text.titleHint).toBe(100)
  expect(limits.lists).toMatchObject({ featured: 6, tasksFirst: 9, tasksMore: 6, adminRecent: 5 })
  expect(limits.filters.reward).toEqual({ min: 0, max: 1000, step: 10 })
  expect(limits.filters.time).toEqual({ min: 0, max: 120, step: 5 })
  expect(limits.ui).toMatchObject({
    dashboardPoll: 5000,
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

test('Sessions, challenges, escrows and lists have the limits of the design', () => {
  const day = 86_400
  expect(limits.session).toEqual({ lifetime: 7 * day, challenge: 300 })
  expect(limits.escrow).toMatchObject({
    defaultDeadline: 30 * day,
    refundAfterDeadline: 7 * day,
    approvalMargin: 3600,
  })
  expect(limits.lists).toMatchObject({ tasksAtMost: 500, newest: 500, leaderboard: 100 })
})

test('Categories, submission types and sort orders are those of spec section 3', () => {
  expect(categories).toEqual([
    'Content',
    'Development',
    'Design',
    'Marketing',
    'Research',
    'Social Media',
    'Testing',
    'Translation',
    'Other',
  ])
  expect([...submissionTypes].sort()).toEqual(['file', 'link', 'mixed', 'text'])
  expect(sorts).toEqual([
    'recent',
    'oldest',
    'reward-high',
    'reward-low',
    'time-low',
    'time-high',
    'deadline',
  ])
})

test('The form of a new task starts with the defaults of spec section 5', () => {
  expect(taskFormDefaults).toEqual({
    category: 'Content',
    reward: 50,
    maxCompletions: 5,
    estimatedTime: 30,
    submissionType: 'text',
    isActive: true,
  })
})
