import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Payment } from './follow-release.ts'
import {
  type ReviewSession,
  type ReviewSessionControls,
  type Verdict,
  withPayment,
} from './review-session.ts'

/** Starts a review session when the review dialog opens. */
export function useReviewSession(): ReviewSessionControls {
  const [verdicts, setVerdicts] = useState<ReviewSession>(new Map())
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const closing = useRef(new AbortController())
  useEffect(() => {
    if (closing.current.signal.aborted) closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])
  const decided = useCallback((id: string, verdict: Verdict | null) => {
    setDecidedIds((before) => new Set(before).add(id))
    if (verdict) setVerdicts((before) => new Map(before).set(id, verdict))
  }, [])
  const paying = useCallback((id: string, payment: Payment['state']) => {
    setVerdicts((before) => withPayment(before, id, payment))
  }, [])
  const signal = useCallback(() => closing.current.signal, [])
  return useMemo(
    () => ({ verdicts, decidedIds, decided, paying, signal }),
    [verdicts, decidedIds, decided, paying, signal],
  )
}
