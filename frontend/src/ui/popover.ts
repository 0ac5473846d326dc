import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

/**
 * A panel of the platform's own popover kind: closes on Escape, on a click elsewhere and on a change of route, and gives
 * the focus back. Spread `trigger` on its button and `panel` on the panel. `id` must be unique on the page.
 */
export function usePopover(id: string) {
  const ref = useRef<HTMLDivElement>(null)
  const { pathname, search } = useLocation()
  const close = useCallback(() => ref.current?.hidePopover(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is the reason to close
  useEffect(close, [pathname, search])
  return {
    close,
    trigger: { popoverTarget: id },
    panel: { ref, id, popover: 'auto' as const },
  }
}
