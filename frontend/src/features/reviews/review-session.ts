import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import type { Payment } from './follow-release.ts'

/** A review session: the reviews made since the review dialog was opened. */
export function useReviewSession() {
  const [verdicts, setVerdicts] = useState<ReviewSession>(new Map())
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const closing = useRef(new AbortController())
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])
  /** `verdict`: null if another reviewer decided the submission. */
  const decided = useCallback((id: string, verdict: Verdict | null) => {
    setDecidedIds((before) => new Set(before).add(id))
    if (verdict) setVerdicts((before) => new Map(before).set(id, verdict))
  }, [])
  const paying = useCallback((id: string, payment: Payment['state']) => {
    setVerdicts((before) => {
      const verdict = before.get(id)
      return verdict ? new Map(before).set(id, { ...verdict, payment }) : before
    })
  }, [])
  const signal = useCallback(() => closing.current.signal, [])
  return useMemo(
    () => ({ verdicts, decidedIds, decided, paying, signal }),
    [verdicts, decidedIds, decided, paying, signal],
  )
}
export type ReviewSessionControls = ReturnType<typeof useReviewSession>

/** A verdict given since the dialog was opened. `reward` in CENTS; `payment` only follows an approval. */
export interface Verdict {
  status: 'approved' | 'rejected'
  reward: number
  payment?: Payment['state']
}

/** The verdicts of a review session, by submission id. */
export type ReviewSession = ReadonlyMap<string, Verdict>

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
