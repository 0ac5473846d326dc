import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from './toast.ts'

const Toaster = lazy(() => import('./toaster.tsx'))

/** The place of toasts; what shows them loads with the first one. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastStore.subscribe, toastStore.wasUsed)
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}
