import { Suspense, useEffect } from 'react'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useStore } from '../lib/store.ts'
import { currentToast } from './toast.ts'

const load = () => import('./toaster.tsx')
// The page shows each message in its own content too, so it also works without toasts.
const Toaster = lazyComponent(load, () => null)

/** Renders toasts. Their code is loaded after the page, so that it is available if the connection fails later. */
export function Toasts() {
  const wasUsed = useStore(currentToast) !== undefined
  useEffect(() => {
    const prepare = () => void (navigator.onLine && load().catch(() => {}))
    const once = { once: true }
    const timer = setTimeout(prepare, 4000)
    window.addEventListener('pointerdown', prepare, once)
    window.addEventListener('keydown', prepare, once)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pointerdown', prepare)
      window.removeEventListener('keydown', prepare)
    }
  }, [])
  return wasUsed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
