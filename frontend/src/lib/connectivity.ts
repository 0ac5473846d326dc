import { announce } from './announce.ts'
import { createStore, useStore } from './store.ts'

/** Milliseconds between two checks whether the server can be reached again. */
const checkInterval = 4000

const reachable = createStore(true)

/** Whether the last request reached the server. */
export const isReachable = reachable.get

/** What every action says that found no connection. It is still true when the connection is back. */
export const noConnection = 'There was no connection to the server. Try again when you are connected.'

/** How often the browser has lost its connection. */
let losses = 0

/**
 * Returns a function that records whether the request that is now sent reached the server. Any answer counts, also an error,
 * unless the browser has lost its connection since the request was sent.
 */
export function trackRequest(): (isReached: boolean) => void {
  const before = losses
  return (isReached) => {
    if (before === losses) reachable.set(isReached)
  }
}

const check = () => {
  const setReachable = trackRequest()
  return fetch('/api/health', { cache: 'no-store' }).then(
    () => setReachable(true),
    () => setReachable(false),
  )
}

/** Watches the browser's connection and, while the server is unreachable, checks it again; then calls `onBack`. */
export function watchConnection(onBack: () => void): () => void {
  const unsubscribe = reachable.subscribe(() => {
    if (!reachable.get()) return
    announce('You are connected again.')
    onBack()
  })
  const onOffline = () => {
    losses++
    reachable.set(false)
  }
  const onOnline = () => void check()
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  const timer = setInterval(() => {
    if (!reachable.get()) void check()
  }, checkInterval)
  // A server on the same machine may answer although the browser has no network.
  if (!navigator.onLine) void check()
  return () => {
    unsubscribe()
    clearInterval(timer)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

/** Whether the last request reached the server. */
export const useReachable = (): boolean => useStore(reachable)
