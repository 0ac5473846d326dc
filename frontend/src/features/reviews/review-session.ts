import type { Dispatch, RefObject, SetStateAction } from 'react'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import type { Payment } from './follow-release.ts'

/** A verdict given since the dialog was opened. `reward` in CENTS; `payment` only follows an approval. */
export interface Verdict {
  status: 'approved' | 'rejected'
  reward: number
  payment?: Payment['state']
}

/** The verdicts of a review session, by submission id; null if another reviewer decided the submission. */
export type ReviewSession = ReadonlyMap<string, Verdict | null>

/** The verdicts after the payment of a submission has changed. A submission without a verdict changes nothing. */
export function withPayment(session: ReviewSession, id: string, payment: Payment['state']): ReviewSession {
  const verdict = session.get(id)
  return verdict ? new Map(session).set(id, { ...verdict, payment }) : session
}

/** Totals of a review session: numbers of verdicts, and approved, paid and failed amounts in CENTS. */
export function summarizeReviews(reviewSession: ReviewSession) {
  const verdicts = [...reviewSession.values()].filter((verdict) => verdict !== null)
  const approved = verdicts.filter(({ status }) => status === 'approved')
  const cost = (some: Verdict[]) => some.reduce((sum, { reward }) => sum + reward, 0)
  return {
    approved: approved.length,
    rejected: verdicts.length - approved.length,
    cost: cost(approved),
    paid: cost(approved.filter(({ payment }) => payment === 'paid')),
    failed: cost(approved.filter(({ payment }) => payment === 'failed')),
  }
}

/** The order of a review session after submissions arrived: they follow at the end, so that no position changes. */
export const withArrivals = (order: readonly string[], waiting: readonly string[]): readonly string[] =>
  waiting.every((id) => order.includes(id)) ? order : [...new Set([...order, ...waiting])]

/**
 * The neighbours of the submission `current`, null at the ends, and which submission follows its verdict: the next
 * undecided one or, after the last, the first. `open`: the undecided submissions; `left`: how many besides `current`.
 */
export function neighbours(order: readonly string[], current: string, open: ReadonlySet<string>) {
  const at = order.indexOf(current)
  const others = order.filter((id) => id !== current && open.has(id))
  return {
    position: at + 1,
    previous: order[at - 1] ?? null,
    next: order[at + 1] ?? null,
    following: others.find((id) => order.indexOf(id) > at) ?? others[0] ?? null,
    left: others.length,
  }
}

/** The verdicts since the review dialog was opened. */
export interface ReviewSessionControls {
  verdicts: ReviewSession
  setVerdicts: Dispatch<SetStateAction<ReviewSession>>
  /** Aborts when the dialog closes. */
  closing: RefObject<AbortController>
}

/** Properties of every part of the review dialog. */
export interface ReviewProps {
  submission: NamedSubmission
  task: Task
  user: User
  reviewSession: ReviewSessionControls
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
  /** After a verdict: shows the next undecided submission or, after the last one, the session's summary. */
  showNext: () => void
}
