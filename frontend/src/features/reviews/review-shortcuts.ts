import { useEffect, useRef } from 'react'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { createStore, useStore } from '../../lib/store.ts'

const areOn = createStore(readStored('review-keys') !== 'off')

/** Turns single-letter shortcuts on or off, as WCAG 2.1.4 asks; stored in the browser where it permits storage. */
export function setReviewShortcuts(on: boolean): void {
  areOn.set(on)
  writeStored('review-keys', on ? 'on' : 'off')
}

export const useReviewShortcutsAreOn = (): boolean => useStore(areOn)

const isTyping = (target: Element): boolean =>
  target.matches('input, textarea, select, [contenteditable="true"]')

/**
 * Keyboard shortcuts of the review dialog: `keys` in lower case, inactive while the user types in a field, and
 * 'ctrl+enter', which is always active.
 */
export function useReviewShortcuts(keys: Record<string, (() => void) | null>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, repeat, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (repeat || altKey || defaultPrevented || !(target instanceof Element)) return
      const isModified = ctrlKey || metaKey
      const act = current.current[`${isModified ? 'ctrl+' : ''}${event.key.toLowerCase()}`]
      if (!act || (!isModified && (isTyping(target) || !areOn.get()))) return
      if (!target.closest('[role="dialog"]')?.querySelector('[data-review]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
