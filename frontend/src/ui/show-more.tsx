import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'

/** A button that shows more of a long list; renders nothing when the whole list is shown. */
export function ShowMore({ left, onClick }: { left: number; onClick: () => void }) {
  if (left === 0) return null
  return (
    <div className="mt-8 flex">
      <Button variant="secondary" className="w-full sm:mx-auto sm:w-auto" onClick={onClick}>
        Show more, {formatNumber(left)} left
      </Button>
    </div>
  )
}

/** The first `size` items of a long list, and `size` more after each call of `more`. The rest is not rendered. */
export function useIncrementalList<Item>(items: Item[], size: number) {
  const [count, setCount] = useState(size)
  return {
    shown: items.slice(0, count),
    left: Math.max(0, items.length - count),
    more: () => setCount(count + size),
  }
}
