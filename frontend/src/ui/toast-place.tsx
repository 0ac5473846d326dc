import { createStore } from '../lib/store.ts'

/** The places for toasts in the open dialogs. The last place belongs to the dialog that was opened last. */
export const toastPlaces = createStore<readonly HTMLElement[]>([])

/** The place of a dialog for toasts, between its content and its buttons, so that a toast covers neither. */
export const ToastPlace = () => <div ref={register} className="shrink-0" />

function register(place: HTMLElement | null) {
  if (!place) return
  toastPlaces.set([...toastPlaces.get(), place])
  return () => toastPlaces.set(toastPlaces.get().filter((other) => other !== place))
}
