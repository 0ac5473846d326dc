import { announce } from './announce.ts'
import { createStore, useStore } from './store.ts'

/** Milliseconds between two checks whether the server can be reached again. */
const checkInterval = 4000

const reachable = createStore(true)

/**
 * Records whether the last request reached the server. Any answer counts, also an error. Without a connection, a request that
 * was sent before may still be answered: the server then stays unreachable.
 */
export const setReachable = (isReached: boolean) => reachable.set(isReached && navigator.onLine)

const check = () =>
  fetch('/api/health', { cache: 'no-store' }).then(
    () => setReachable(true),
    () => setReachable(false),
  )

/** Watches the browser's connection and, while the server is unreachable, checks it again; then calls `onBack`. */
export function watchConnection(onBack: () => void): () => void {
  const unsubscribe = reachable.subscribe(() => {
    if (!reachable.get()) return
    announce('You are connected again.')
    onBack()
  })
  const onOffline = () => setReachable(false)
  const onOnline = () => void check()
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  const timer = setInterval(() => {
    if (!reachable.get() && navigator.onLine) void check()
  }, checkInterval)
  if (!navigator.onLine) onOffline()
  return () => {
    unsubscribe()
    clearInterval(timer)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

/** Whether the last request reached the server. */
export const useReachable = (): boolean => useStore(reachable)
