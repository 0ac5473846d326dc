import { useSyncExternalStore } from 'react'

/** A value outside of React. Setting another value notifies the subscribers. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The store's value; the component renders again when it changes. */
export const useStore = <Value>(store: ReturnType<typeof createStore<Value>>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get)
