import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import type { Payment } from './follow-release.ts'

/** What happens between the opening and the closing of the review dialog, over all submissions that it shows. */
export function useSitting() {
  const [verdicts, setVerdicts] = useState<Sitting>(new Map())
  const [met, setMet] = useState<ReadonlySet<string>>(new Set())
  const closing = useRef(new AbortController())
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])
  /** `verdict`: null when somebody else was found to have given it. */
  const decided = useCallback((id: string, verdict: Verdict | null) => {
    setMet((before) => new Set(before).add(id))
    if (verdict) setVerdicts((before) => new Map(before).set(id, verdict))
  }, [])
  const paying = useCallback((id: string, payment: Payment['state']) => {
    setVerdicts((before) => {
      const verdict = before.get(id)
      return verdict ? new Map(before).set(id, { ...verdict, payment }) : before
    })
  }, [])
  const signal = useCallback(() => closing.current.signal, [])
  return useMemo(() => ({ verdicts, met, decided, paying, signal }), [verdicts, met, decided, paying, signal])
}
export type SittingControls = ReturnType<typeof useSitting>

/** A verdict given since the dialog was opened. `reward` in CENTS; `payment` only follows an approval. */
export interface Verdict {
  status: 'approved' | 'rejected'
  reward: number
  payment?: Payment['state']
}

/** The verdicts of one sitting, by submission. */
export type Sitting = ReadonlyMap<string, Verdict>

/** What a sitting came to: how many each way, and the running cost in CENTS of what was approved. */
export function sumUp(sitting: Sitting) {
  const approved = [...sitting.values()].filter(({ status }) => status === 'approved')
  const cost = (verdicts: Verdict[]) => verdicts.reduce((sum, { reward }) => sum + reward, 0)
  return {
    approved: approved.length,
    rejected: sitting.size - approved.length,
    cost: cost(approved),
    paid: cost(approved.filter(({ payment }) => payment === 'paid')),
    failed: cost(approved.filter(({ payment }) => payment === 'failed')),
  }
}

/** The neighbours of `current` among what is still to be reviewed, and how many of those there are beside it. */
export function neighbours(queue: readonly string[], current: string, decided: ReadonlySet<string>) {
  const open = queue.filter((id) => id !== current && !decided.has(id))
  const at = queue.indexOf(current)
  const after = open.find((id) => queue.indexOf(id) > at)
  const before = open.findLast((id) => queue.indexOf(id) < at)
  return { next: after ?? open[0] ?? null, previous: before ?? open.at(-1) ?? null, left: open.length }
}

/** What every part of the review dialog knows. */
export interface ReviewProps {
  submission: NamedSubmission
  task: Task
  user: User
  sitting: SittingControls
  onClose: () => void
  /** Null for a submission that was opened by itself. */
  queue: Queue | null
}

/** Where one is in the queue, and how to leaf through it. */
export interface Queue {
  /** How many wait beside the one that shows. */
  left: number
  next: () => void
  previous: () => void
  /** After a verdict: the next one, or the end. */
  goOn: () => void
}
