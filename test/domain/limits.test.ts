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

test('Sessions, escrows, lists, throttles and bodies have the limits of the design', () => {
  const day = 86_400
  expect(limits.session).toEqual({
    lifetime: 7 * day,
    idle: day,
    usedAtAccuracy: 3600,
    fresh: 900,
    adminFresh: 3600,
    device: 180 * day,
    challenge: 300,
  })
  expect(limits.security).toEqual({ kept: 365 * day, failuresPerDay: 20, shown: 100 })
  expect(limits.escrow).toMatchObject({
    defaultDeadline: 30 * day,
    refundAfterReview: 14 * day,
    approvalMargin: 2 * day,
    automaticMargin: 3600,
  })
  expect(limits.escrow.maxAhead).toBe(350 * day)
  expect(limits.review).toEqual({ minDays: 1, maxDays: 30, defaultDays: 7 })
  expect(limits.appeal).toEqual({ days: 3, overdueDays: 7, endDays: 14 })
  expect(limits.waits).toEqual({ days: 7, reportDays: 3 })
  expect(limits.silentPay).toBe(100)
  expect(limits.equality).toEqual({ textLength: 80, differentBits: 10 })
  expect(limits.undecidedProofs).toEqual({ newcomer: 3, others: 50 })
  expect(limits.waitingList).toEqual({ offer: 3_600_000, check: 3_600_000, missed: 2, shown: 100 })
  expect(limits.trust).toEqual({ proofs: 3, posters: 2, cents: 20 })
  expect(limits.lists).toMatchObject({
    tasksAtMost: 500,
    readBytes: 65_536,
    requestsAtOnce: 3,
    newest: 500,
    leaderboard: 100,
    feed: 50,
    sitemap: 1000,
  })
  expect(limits.throttles).toEqual({
    loginsPerNameAndIp: { limit: 10, seconds: 900 },
    passwordChecks: { limit: 10, seconds: 900 },
    confirmationMails: { limit: 5, seconds: 86_400 },
    connections: { limit: 100, seconds: 300 },
    searches: { limit: 600, seconds: 300 },
    lists: { limit: 1500, seconds: 300 },
    exports: { limit: 10, seconds: 86_400 },
    loginsPerName: { limit: 100, seconds: 900 },
    loginsPerIp: { limit: 100, seconds: 900 },
    loginsPerDevice: { limit: 10, seconds: 900 },
    registrations: { limit: 100, seconds: 3600 },
    challenges: { limit: 60, seconds: 300 },
    walletSignIns: { limit: 30, seconds: 300 },
    textChanges: { limit: 20, seconds: 3600 },
    waiting: { limit: 60, seconds: 3600 },
    renames: { limit: 5, seconds: day },
    uploads: { limit: 60, seconds: 3600 },
    pictures: { limit: 240, seconds: 3600 },
  })
  expect(limits.listBytes).toBe(1_800_000)
  expect(limits.requestBody).toBe(65_536)
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
