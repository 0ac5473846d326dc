import { expect, test, vi } from 'vitest'
import { createStore } from '../../frontend/src/lib/store.ts'

test('A store notifies its subscribers of another value, not of the same value', () => {
  const store = createStore(1)
  const listener = vi.fn()
  store.subscribe(listener)
  store.set(1)
  expect(listener).not.toHaveBeenCalled()
  store.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.get()).toBe(2)
})

test('An unsubscribed listener is not called, and the other subscribers are', () => {
  const store = createStore(1)
  const [one, other] = [vi.fn(), vi.fn()]
  const unsubscribe = store.subscribe(one)
  store.subscribe(other)
  unsubscribe()
  store.set(2)
  expect(one).not.toHaveBeenCalled()
  expect(other).toHaveBeenCalledTimes(1)
})
