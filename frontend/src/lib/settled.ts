import { useEffect, useState } from 'react'

/** How long somebody must pause before a change is told, in milliseconds. */
const pause = 250

/** What is being typed or dragged, shown at once; `onSettled` is told once it rests and differs from `value`. */
export function useSettled<Value extends string>(value: Value, onSettled: (value: Value) => void) {
  const [current, setCurrent] = useState(value)
  useEffect(() => setCurrent(value), [value])
  useEffect(() => {
    if (current === value) return
    const timer = setTimeout(() => onSettled(current), pause)
    return () => clearTimeout(timer)
  }, [current, value, onSettled])
  return [current, setCurrent] as const
}
