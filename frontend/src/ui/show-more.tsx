import { type ComponentProps, useCallback, useLayoutEffect, useRef } from 'react'
import { announce } from '../lib/announce.ts'
import { focusOn } from '../lib/focus.ts'
import { formatNumber } from '../lib/format.ts'
import { Button } from './button.tsx'

/** The button after a list that adds rows to it. */
export const MoreButton = (props: ComponentProps<typeof Button>) => (
  <div className="mt-8 flex">
    <Button variant="secondary" className="w-full sm:mx-auto sm:w-auto" {...props} />
  </div>
)

/**
 * For a list with a button that adds rows: after `expectMore()`, the first added row gets the focus, which the button may
 * lose, and their number is announced, unless the caller shows it in a live region. `list` is the ref of the element whose
 * children are the rows; `count` is their number.
 */
export function useNewRows(count: number, isAnnounced = false) {
  const element = useRef<HTMLElement>(null)
  const before = useRef<{ count: number; focused: Element | null }>(null)
  useLayoutEffect(() => {
    if (!before.current || count <= before.current.count) return
    const { count: first, focused } = before.current
    before.current = null
    if (!isAnnounced) announce(`${formatNumber(count - first)} more shown, ${formatNumber(count)} in all.`)
    // A user who went elsewhere while the rows were loaded keeps the focus.
    if (document.activeElement !== focused && document.activeElement !== document.body) return
    const row = element.current?.children[first]
    focusOn(row?.querySelector<HTMLElement>('a[href]') ?? (row as HTMLElement | undefined))
  }, [count, isAnnounced])
  const list = useCallback((rows: HTMLElement | null) => {
    element.current = rows
  }, [])
  const expectMore = () => {
    before.current = { count, focused: document.activeElement }
  }
  return { list, expectMore }
}
