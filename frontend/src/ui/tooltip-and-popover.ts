import { type PointerEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { ui } from '../../../domain/limits.ts'

/** Time at which the last tooltip closed. Within the skip delay after it, the next tooltip opens at once. */
let lastClosed = 0

/**
 * A tooltip. It opens after the pointer has rested for 700 ms, or at once on keyboard focus or within 300 ms of another
 * tooltip; it closes on Escape. Spread `trigger` on the link or button, and `tip` on the element with the text.
 */
export function useTooltip() {
  const id = useId()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    if (open) lastClosed = Date.now()
    setOpen(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  return {
    trigger: {
      'aria-describedby': id,
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'touch') return
        const wait = Date.now() - lastClosed < ui.tooltipSkip ? 0 : ui.tooltip
        timer.current = setTimeout(() => setOpen(true), wait)
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: (event: { currentTarget: Element }) =>
        event.currentTarget.matches(':focus-visible') && setOpen(true),
      onBlur: close,
    },
    tip: { id, role: 'tooltip', hidden: !open },
  }
}

/** Classes of a tooltip. Its container needs `relative`. */
export const tooltipClass =
  'pointer-events-none absolute z-20 w-60 max-w-[70vw] animate-appear rounded bg-ink px-3 py-2 text-left text-paper text-sm shadow-float'

/**
 * A panel that uses the browser's popover API: closes on Escape, on a click outside, on navigation and when the focus moves
 * elsewhere, because the panel would cover it. It restores the focus. Spread `trigger` on its button, `panel` on the panel,
 * and `hide` on a button that closes it. `id` must be unique on the page.
 */
export function usePopover(id: string) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const close = useCallback(() => ref.current?.hidePopover(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the panel
  useEffect(close, [pathname, search])
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      // The button itself closes the panel when it is clicked.
      const isOwn = target instanceof Element && target.matches(`#${id} *, [popovertarget="${id}"]`)
      if (!isOwn) close()
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [id, close])
  return {
    close,
    trigger: { popoverTarget: id },
    hide: { popoverTarget: id, popoverTargetAction: 'hide' as const },
    panel: { ref, id, popover: 'auto' as const },
  }
}
