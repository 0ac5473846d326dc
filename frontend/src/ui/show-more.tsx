import { useState } from 'react'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'

/** Goes on with a long list; nothing once it is all there. */
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

/** The first `size` of a long list, and `size` more each time: what nobody scrolls to is not rendered. */
export function useGrowing<Item>(items: Item[], size: number) {
  const [count, setCount] = useState(size)
  return {
    shown: items.slice(0, count),
    left: Math.max(0, items.length - count),
    more: () => setCount(count + size),
  }
}
