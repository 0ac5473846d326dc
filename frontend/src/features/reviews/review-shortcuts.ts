import { type RefObject, useEffect, useRef } from 'react'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { isTextField } from '../../lib/focus.ts'
import { createStore, useStore } from '../../lib/store.ts'

const areOn = createStore(readStored('review-keys') !== 'off')

/** Turns single-letter shortcuts on or off, as WCAG 2.1.4 asks; stored in the browser where it permits storage. */
export function setReviewShortcuts(on: boolean): void {
  areOn.set(on)
  writeStored('review-keys', on ? 'on' : 'off')
}

export const useReviewShortcutsAreOn = (): boolean => useStore(areOn)

/** The field into which every letter is typed while a rejection is written; null while letters are shortcuts. */
const typedInto = createStore<RefObject<HTMLTextAreaElement | null> | null>(null)

/** Whether letters are typed into the feedback, so that no letter is a shortcut. */
export const useLettersAreTyped = (): boolean => useStore(typedInto) !== null

const isInReview = (target: unknown): target is Element =>
  target instanceof Element && Boolean(target.closest('[role="dialog"]')?.querySelector('[data-review]'))

/**
 * While `isActive`, a letter that is typed anywhere in the dialog goes into this field, no letter is a shortcut, and Escape
 * calls `onEscape` and closes neither the dialog nor a toast.
 */
export function useTypeInto(
  field: RefObject<HTMLTextAreaElement | null>,
  isActive: boolean,
  onEscape: () => void,
): void {
  useEffect(() => {
    if (!isActive) return
    // Not the element: the footer of a dialog renders it later.
    typedInto.set(field)
    return () => typedInto.set(null)
  }, [field, isActive])
  useEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isInReview(event.target)) return
      event.stopImmediatePropagation()
      onEscape()
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  })
}

function focusEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/**
 * Keyboard shortcuts of the review dialog: `keys` are letters in lower case, inactive while the user types, and keys with
 * 'ctrl+' or 'alt+', which are always active.
 */
export function useReviewShortcuts(keys: Record<string, (() => void) | null>): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, repeat, isComposing, defaultPrevented, altKey } = event
      if (repeat || isComposing || defaultPrevented || !isInReview(target)) return
      const isModified = event.ctrlKey || event.metaKey
      if (!isModified && !altKey && (isTextField(target) || !areOn.get())) return
      const field = typedInto.get()
      if (field && !isModified && !altKey) {
        // The browser types the key into the field that has the focus after this event, where its cursor is.
        if (/^\S$/u.test(event.key)) focusEnd(field.current)
        return
      }
      // On a Mac, Option with a digit is another character.
      const key = altKey ? `alt+${event.code.replace('Digit', '')}` : event.key.toLowerCase()
      const act = current.current[`${isModified ? 'ctrl+' : ''}${key}`]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
