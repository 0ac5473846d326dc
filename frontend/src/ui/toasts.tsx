import { Suspense, useEffect } from 'react'
import { onDemand } from '../lib/lazy-component.tsx'
import { useStore } from '../lib/store.ts'
import { currentToast } from './toast.ts'

const load = () => import('./toaster.tsx')
// What a toast says stands where it happened too, so a page without toasts goes on.
const Toaster = onDemand(load, () => null)

/** The place of toasts; what shows them loads when all else has, so that it is there also where the connection is not. */
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
