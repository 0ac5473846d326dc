import { useEffect, useState } from 'react'

/** Whole seconds since `isRunning` became true; 0 while it is not. */
export function useElapsed(isRunning: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isRunning) return
    const start = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return seconds
}
