import { clsx as cx } from 'clsx'
import { createStore } from '../lib/store.ts'

/** The places for toasts in the open dialogs. The last place belongs to the dialog that was opened last. */
export const toastPlaces = createStore<readonly HTMLElement[]>([])

/**
 * The place of a dialog for toasts, beside its content and its buttons, so that a toast covers neither. In a low window the
 * content shrinks first.
 */
export const ToastPlace = ({ className }: { className?: string }) => (
  <div ref={register} className={cx('flex min-h-0 shrink-[0.01] flex-col', className)} />
)

function register(place: HTMLElement | null) {
  if (!place) return
  toastPlaces.set([...toastPlaces.get(), place])
  return () => toastPlaces.set(toastPlaces.get().filter((other) => other !== place))
}
