import * as z from 'zod'
import { object, timestamp } from './schema.ts'

const count = z.number().int()

/** Upper bounds, in hours, of the review times that are counted together. Longer times are counted together too. */
export const reviewHours = [1, 6, 24, 48, 72, 120, 168, 336] as const

/**
 * How a person has treated others so far. `approved` and `rejected` are the verdicts that stand: an
 * upheld appeal turns a rejection into an approval.
 */
export const scorecard = object(() => ({
  poster: z.object({
    /** Published tasks, without drafts. */
    tasks: count,
    approved: count,
    rejected: count,
    /** Approved proofs that nobody had reviewed in time. */
    automatic: count,
    /** Rejections that an admin overturned after an appeal. */
    appealsLost: count,
    /** Half of the verdicts came within `hours`, or half took longer if `isLonger`. Null before the first verdict. */
    medianReview: z.object({ hours: count, isLonger: z.boolean() }).nullable(),
  }),
  /** `since`: when the account was created. */
  doer: z.object({ approved: count, rejected: count, since: timestamp }),
}))
export type Scorecard = z.infer<typeof scorecard>

/** The position in `reviewHours` of a time to review in milliseconds; after the last one for a longer time. */
export function reviewBucket(milliseconds: number): number {
  const found = reviewHours.findIndex((hours) => milliseconds <= hours * 3_600_000)
  return found < 0 ? reviewHours.length : found
}

/** The median of review times that are counted in the buckets of `reviewBucket`, or null without any. */
export function medianReview(counts: readonly number[]): Scorecard['poster']['medianReview'] {
  const total = counts.reduce((sum, one) => sum + one, 0)
  if (total === 0) return null
  let sum = 0
  const bucket = counts.findIndex((one) => {
    sum += one
    return 2 * sum >= total
  })
  const hours = reviewHours[bucket]
  return hours ? { hours, isLonger: false } : { hours: Math.max(...reviewHours), isLonger: true }
}
