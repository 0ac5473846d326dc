import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

const storageKey = 'review-keys'

function areStoredOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

const areOn = createStore(areStoredOn())

/** Turns single-letter shortcuts on or off, as WCAG 2.1.4 asks; stored in the browser where it permits storage. */
export function setReviewShortcuts(on: boolean): void {
  try {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
  } catch {}
  areOn.set(on)
}

/** Whether single-letter shortcuts are on. */
export const useReviewShortcutsAreOn = (): boolean => useStore(areOn)

/** Milliseconds after a submission is shown during which keys are ignored, so that a double press reviews only one. */
const shortcutDelay = 500

const isTyping = (target: Element): boolean =>
  target.matches('input, textarea, select, [contenteditable="true"]')

/** Keyboard shortcuts of the review queue, inactive while the user types in a field. `keys` in lower case. */
export function useReviewShortcuts(isQueue: boolean, keys: Record<string, () => void>): void {
  const isOn = useReviewShortcutsAreOn() && isQueue
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    if (!isOn) return
    const shownAt = performance.now()
    const onKey = (event: KeyboardEvent) => {
      const { target, repeat, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (repeat || altKey || ctrlKey || metaKey || defaultPrevented) return
      if (performance.now() - shownAt < shortcutDelay || !(target instanceof Element) || isTyping(target))
        return
      if (!target.closest('[role="dialog"]')?.querySelector('[data-review-queue]')) return
      const act = current.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isOn])
}
