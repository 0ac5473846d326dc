import { clsx as cx } from 'clsx'
import { CircleCheck, TriangleAlert, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { ui } from '../../../domain/limits.ts'
import { useStore } from '../lib/store.ts'
import { currentToast, dismissToast } from './toast.ts'

/** Maximum width of a toast in pixels. */
const mostWidth = 420

/**
 * The position where a toast covers least: at the bottom, above a dialog's buttons. On phones at the top if the dialog
 * is at the bottom or its footer is high.
 */
function freePlace(): CSSProperties {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const footer = dialog?.querySelector('footer')?.getBoundingClientRect()
  if (!dialog) return { bottom: 0 }
  if (innerWidth >= 768)
    return { bottom: footer && footer.right > innerWidth - mostWidth ? innerHeight - footer.top : 0 }
  const buttons = footer?.height ?? 0
  return dialog.dataset.size === 'sm' || buttons > innerHeight / 3 ? { top: 0 } : { bottom: buttons }
}

/**
 * A toast is the top layer, so it receives Escape first. After the toast is closed, Escape is passed on to the dialog
 * that has the focus.
 */
function handOn() {
  const within = document.activeElement?.closest('[role="dialog"]')
  if (within)
    setTimeout(() => within.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
}

/** Shows the current toast: 5 s, swipe right 50 px, F8 moves the focus to it. */
export default function Toaster() {
  const message = useStore(currentToast)
  const [place, setPlace] = useState<CSSProperties>({ bottom: 0 })
  useLayoutEffect(() => {
    if (!message) return
    const move = () => setPlace(freePlace())
    move()
    addEventListener('resize', move)
    return () => removeEventListener('resize', move)
  }, [message])
  return (
    <Toast.Provider duration={ui.toast} swipeDirection="right" swipeThreshold={ui.toastSwipePx}>
      {message && (
        <Toast.Root
          key={message.id}
          type={message.tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(message.id)}
          onEscapeKeyDown={handOn}
          className={cx(
            'pointer-events-auto flex animate-rise items-start gap-3 rounded border bg-card p-4 shadow-float',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=end]:animate-vanish',
            message.tone === 'bad' ? 'border-red' : 'border-line',
          )}
        >
          {message.tone === 'bad' && <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 text-red" />}
          {message.tone === 'good' && (
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 text-green-ink" />
          )}
          <div className="min-w-0 flex-1">
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
      <Toast.Viewport
        hotkey={['F8']}
        style={place}
        className="fixed inset-x-0 z-[60] flex flex-col gap-2 p-4 pt-[max(1rem,env(safe-area-inset-top))] pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:left-auto md:w-full md:max-w-[420px]"
      />
    </Toast.Provider>
  )
}
