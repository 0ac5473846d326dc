import { useEffect, useState } from 'react'

/** Whole seconds since `what` became what it is. */
export function useElapsedSeconds(what: unknown): number {
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

/** How long somebody must pause before a change is told, in milliseconds. */
const pause = 250

/** What is being typed or dragged, shown at once; `onSettled` is told once it rests and differs from `value`. */
export function useDebouncedValue<Value extends string>(value: Value, onSettle: (value: Value) => void) {
  const [current, setCurrent] = useState(value)
  useEffect(() => setCurrent(value), [value])
  useEffect(() => {
    if (current === value) return
    const timer = setTimeout(() => onSettle(current), pause)
    return () => clearTimeout(timer)
  }, [current, value, onSettle])
  return [current, setCurrent] as const
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
