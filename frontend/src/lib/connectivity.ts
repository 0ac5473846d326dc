import { useSyncExternalStore } from 'react'

/** Milliseconds between two looks whether the server is back. */
const lookEvery = 4000

let isReached = true
const listeners = new Set<() => void>()

/** Notes whether the last request reached the server; whatever it answered, it was reached. */
export function tellReached(next: boolean): void {
  if (next === isReached) return
  isReached = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const look = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    () => tellReached(true),
    () => tellReached(false),
  )

/** Listens to the browser and, while the server is out of reach, looks whether it is back; then calls `onBack`. */
export function watchConnection(onBack: () => void): () => void {
  const stopHearing = subscribe(() => {
    if (isReached) onBack()
  })
  const onOffline = () => tellReached(false)
  const onOnline = () => void look()
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  const timer = setInterval(() => {
    if (!isReached && navigator.onLine) void look()
  }, lookEvery)
  if (!navigator.onLine) onOffline()
  return () => {
    stopHearing()
    clearInterval(timer)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

/** Whether the server can be reached, as far as the last try tells. */
export const useReached = (): boolean => useSyncExternalStore(subscribe, () => isReached)
