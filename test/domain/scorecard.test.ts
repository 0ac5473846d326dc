import { medianReview, reviewBucket, reviewHours } from '../../domain/scorecard.ts'
import { approvalRate } from '../../frontend/src/lib/format.ts'

const hour = 3_600_000

test.each([
  [0, 0],
  ...[1, 6, 24, 48, 72, 120, 168, 336].flatMap((hours, bucket) => [
    [hours * hour, bucket],
    [hours * hour + 1, bucket + 1],
  ]),
])('A review after %d milliseconds is counted in bucket %d', (milliseconds, bucket) => {
  expect(reviewBucket(milliseconds)).toBe(bucket)
})

test.each<[string, Record<number, number>, ReturnType<typeof medianReview>]>([
  ['no reviews', {}, null],
  ['one quick review', { 0: 1 }, { hours: 1, isLonger: false }],
  ['one quick and one slow review', { 0: 1, 6: 1 }, { hours: 1, isLonger: false }],
  ['one quick and two slow reviews', { 0: 1, 6: 2 }, { hours: 168, isLonger: false }],
  ['mostly reviews after more than 14 days', { 0: 1, 8: 2 }, { hours: 336, isLonger: true }],
])('The median review time of %s is the upper bound of the bucket of the median', (_, counts, expected) => {
  const all = Array.from({ length: reviewHours.length + 1 }, (_, bucket) => counts[bucket] ?? 0)
  expect(medianReview(all)).toEqual(expected)
})

test('The approval rate is rounded down, so that 100 means that nothing was rejected', () => {
  expect(approvalRate({ approved: 999, rejected: 1 })).toBe(99)
  expect(approvalRate({ approved: 3, rejected: 0 })).toBe(100)
  expect(approvalRate({ approved: 0, rejected: 0 })).toBeNull()
})
