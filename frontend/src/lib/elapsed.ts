import { useEffect, useState } from 'react'

/** Whole seconds since `what` became what it is. */
export function useElapsed(what: unknown): number {
  const [seconds, setSeconds] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing to wait for starts the count anew
  useEffect(() => {
    setSeconds(0)
    const start = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [what])
  return seconds
}
