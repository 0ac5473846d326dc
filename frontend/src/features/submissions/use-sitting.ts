import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Payment } from './release.ts'
import type { Sitting, Verdict } from './sitting.ts'

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
