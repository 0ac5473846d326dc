import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a change before a value is reported. */
const pause = 250

/**
 * A value that the user is changing. `onSettle` is called with `clean(value)` after a pause, if it then differs from
 * `value`.
 */
export function useDebouncedValue<Value extends string>(
  value: Value,
  onSettle: (value: Value) => void,
  clean: (value: Value) => Value = same,
) {
  const [current, setCurrent] = useState(value)
  const settled = useRef(value)
  useEffect(() => {
    // The own value returns a moment later: it must not overwrite what the user has typed since.
    if (value !== settled.current) setCurrent(value)
    settled.current = value
  }, [value])
  useEffect(() => {
    const next = clean(current)
    if (next === value) return
    const timer = setTimeout(() => {
      settled.current = next
      onSettle(next)
    }, pause)
    return () => clearTimeout(timer)
  }, [current, value, onSettle, clean])
  return [current, setCurrent] as const
}

const same = <Value>(value: Value): Value => value

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
