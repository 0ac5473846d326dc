import { useState } from 'react'

/** The first `size` of a long list, and `size` more each time: what nobody scrolls to is not rendered. */
export function useGrowing<Item>(items: Item[], size: number) {
  const [count, setCount] = useState(size)
  return {
    shown: items.slice(0, count),
    left: Math.max(0, items.length - count),
    more: () => setCount(count + size),
  }
}
