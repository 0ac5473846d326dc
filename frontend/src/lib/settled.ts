import { useEffect, useState } from 'react'
import { queryClient } from './query.ts'
import { wait } from './timers.ts'

/** Milliseconds between two checks, and after which the header waits no longer. */
const pause = 150
const longest = 5000

let isSettled = false

async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 2 && performance.now() < longest; ) {
    await wait(pause)
    quiet = queryClient.isFetching() > 0 ? 0 : quiet + 1
  }
  isSettled = true
}

/** Whether the first lists of the page have been read. What the header shows beside them is requested only then. */
export function useSettled(): boolean {
  const [is, set] = useState(isSettled)
  useEffect(() => {
    if (!is) void settle().then(() => set(true))
  }, [is])
  return is
}
