import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'

/**
 * The submissions decided since the review dialog was opened, with the approved reward in CENTS; null if this reviewer
 * approved none.
 */
export type ReviewSession = ReadonlyMap<string, number | null>

/** The order of a review session after submissions arrived: they follow at the end, so that no position changes. */
export const withArrivals = (order: readonly string[], waiting: readonly string[]): readonly string[] =>
  waiting.every((id) => order.includes(id)) ? order : [...new Set([...order, ...waiting])]

/**
 * The neighbours of the submission `current`, null at the ends, and which submission follows its verdict: the next
 * undecided one or, after the last, the first. `open`: the undecided submissions; `left`: how many besides `current`.
 */
export function neighbours(order: readonly string[], current: string, open: ReadonlySet<string>) {
  const index = order.indexOf(current)
  const others = order.filter((id) => id !== current && open.has(id))
  return {
    position: index + 1,
    previous: order[index - 1] ?? null,
    next: order[index + 1] ?? null,
    following: others.find((id) => order.indexOf(id) > index) ?? others[0] ?? null,
    left: others.length,
  }
}

export interface ReviewProps {
  submission: NamedSubmission
  task: Task
  user: User
  reviewSession: ReviewSession
  onClose: () => void
  /** Null if a single submission was opened. */
  queue: Queue | null
}

/** The position in the review queue, and functions that move in it; null at its ends. */
export interface Queue {
  position: number
  total: number
  /** How many undecided submissions are left besides the displayed one. */
  left: number
  previous: (() => void) | null
  next: (() => void) | null
  /** Shows the next undecided submission; null if none is left. */
  showNext: (() => void) | null
}
