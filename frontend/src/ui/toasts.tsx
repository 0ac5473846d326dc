import { useEffect } from 'react'
import { announcement } from '../lib/announce.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useStore } from '../lib/store.ts'
import { actionLines, currentToast } from './toast.ts'

const load = () => import('./toaster.tsx')
// The page shows each message in its own content too, so it also works without toasts.
const Toaster = lazyComponent(load, { otherwise: null })

/** Renders toasts and announcements. The code of toasts is loaded after the page, so that it is available if the connection fails later. */
export function Toasts() {
  const hasLines = useStore(actionLines).length > 0
  const wasUsed = useStore(currentToast) !== undefined || hasLines
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
  return (
    <>
      <Announcements />
      {wasUsed && <Toaster />}
    </>
  )
}

/** Open dialogs hide the rest of the page from screen readers, except elements with `aria-live`. */
function Announcements() {
  const { id, text } = useStore(announcement)
  return (
    <p role="status" aria-live="polite" className="sr-only">
      <span key={id}>{text}</span>
    </p>
  )
}
