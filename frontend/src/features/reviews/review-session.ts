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

/** The verdicts of a review session, by submission id. */
export type ReviewSession = ReadonlyMap<string, Verdict>

/** The verdicts after the payment of a submission has changed. A submission without a verdict changes nothing. */
export function withPayment(session: ReviewSession, id: string, payment: Payment['state']): ReviewSession {
  const verdict = session.get(id)
  return verdict ? new Map(session).set(id, { ...verdict, payment }) : session
}

/** Totals of a review session: numbers of verdicts, and approved, paid and failed amounts in CENTS. */
export function summarizeReviews(reviewSession: ReviewSession) {
  const approved = [...reviewSession.values()].filter(({ status }) => status === 'approved')
  const cost = (verdicts: Verdict[]) => verdicts.reduce((sum, { reward }) => sum + reward, 0)
  return {
    approved: approved.length,
    rejected: reviewSession.size - approved.length,
    cost: cost(approved),
    paid: cost(approved.filter(({ payment }) => payment === 'paid')),
    failed: cost(approved.filter(({ payment }) => payment === 'failed')),
  }
}

/** The next and the previous submission to review, and how many are left besides `current`. */
export function neighbours(queue: readonly string[], current: string, decided: ReadonlySet<string>) {
  const open = queue.filter((id) => id !== current && !decided.has(id))
  const at = queue.indexOf(current)
  const after = open.find((id) => queue.indexOf(id) > at)
  const before = open.findLast((id) => queue.indexOf(id) < at)
  return { next: after ?? open[0] ?? null, previous: before ?? open.at(-1) ?? null, left: open.length }
}

/** The reviews made since the review dialog was opened, and functions that record a verdict and a payment. */
export interface ReviewSessionControls {
  verdicts: ReviewSession
  decidedIds: ReadonlySet<string>
  /** `verdict`: null if another reviewer decided the submission. */
  decided: (id: string, verdict: Verdict | null) => void
  paying: (id: string, payment: Payment['state']) => void
  /** Aborts when the dialog closes. */
  signal: () => AbortSignal
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

/** The position in the review queue, and functions that move in it. */
export interface Queue {
  /** How many submissions are left besides the displayed one. */
  left: number
  next: () => void
  previous: () => void
  /** After a verdict: shows the next submission or, after the last one, the session's summary. */
  showNext: () => void
}
