import { clsx as cx } from 'clsx'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { ui } from '../../../domain/limits.ts'
import { useStore } from '../lib/store.ts'
import { ActionLines } from './action-lines.tsx'
import { currentToast, dismissToast } from './toast.ts'
import { toastPlaces } from './toast-place.tsx'

/**
 * A toast is the top layer, so it receives Escape first. After the toast is closed, Escape is passed on to the dialog
 * that has the focus.
 */
function handOn() {
  const within = document.activeElement?.closest('[role="dialog"]')
  if (within)
    setTimeout(() => within.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
}

/**
 * Shows the current toast: 5 s, swipe right 50 px, F8 moves the focus to it. An open dialog shows the toast above its
 * buttons; without a dialog it is at the bottom of the page.
 */
export default function Toaster() {
  const message = useStore(currentToast)
  const place = useStore(toastPlaces).at(-1)
  const viewport = (
    <div className={place ? '' : onPage}>
      <Toast.Viewport hotkey={['F8']} className={place ? inDialog : 'p-4 outline-none'} />
      <ActionLines className={place ? 'px-5 not-empty:pb-3 sm:px-7' : 'px-4 not-empty:pb-4'} />
    </div>
  )
  return (
    <Toast.Provider
      // A label must not be empty. A zero-width space is read as nothing.
      label={message?.isShownInForm ? '\u200b' : 'Notification'}
      duration={ui.toast}
      swipeDirection="right"
      swipeThreshold={ui.toastSwipePx}
    >
      {message && (
        <Toast.Root
          key={message.id}
          type={message.tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(message.id)}
          onEscapeKeyDown={handOn}
          className={cx(
            'pointer-events-auto flex animate-rise items-start gap-3 rounded border bg-card p-4',
            !place && 'shadow-float',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-vanish',
            message.tone === 'bad' ? 'border-red' : 'border-line',
          )}
        >
          {message.tone === 'bad' && <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 text-red" />}
          {message.tone === 'good' && (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 text-green-ink" />
          )}
          <div
            className="min-w-0 flex-1"
            {...(message.isShownInForm && { 'data-radix-toast-announce-exclude': '' })}
          >
            <Toast.Title className="font-semibold">{message.title}</Toast.Title>
            {message.description && (
              <Toast.Description dir="auto" className="mt-0.5 wrap-anywhere text-ink-2 text-sm">
                {message.description}
              </Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-m-2 grid size-9 shrink-0 place-items-center rounded text-ink-2 hover:bg-sunk"
          >
            <X aria-hidden="true" className="size-4" />
          </Toast.Close>
        </Toast.Root>
      )}
      {place ? createPortal(viewport, place) : viewport}
    </Toast.Provider>
  )
}

const inDialog = 'max-h-[30dvh] overflow-y-auto px-5 outline-none not-empty:pb-4 sm:px-7'
const onPage =
  'pointer-events-none fixed inset-x-0 bottom-0 z-[60] pb-[env(safe-area-inset-bottom)] md:left-auto md:w-full md:max-w-[420px]'
