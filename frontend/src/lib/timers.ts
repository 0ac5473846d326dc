import { useEffect, useState } from 'react'

/** Whole seconds since `what` last changed. */
export function useElapsedSeconds(what: unknown): number {
  const [seconds, setSeconds] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `what` restarts the count
  useEffect(() => {
    setSeconds(0)
    const start = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - start) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [what])
  return seconds
}

/** Milliseconds without a change before a value is reported. */
const pause = 250

/** A value that the user is changing. `onSettle` is called after a pause, if the value then differs from `value`. */
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
