import type { ReactNode } from 'react'
import { createStore } from '../lib/store.ts'

export interface ToastMessage {
  id: number
  title: string
  description?: ReactNode
  tone?: 'plain' | 'good' | 'bad'
  /** The form shows the same text where it belongs, as an alert, so that the toast must not be announced too. */
  isShownInForm?: boolean
}

/** The visible toast; null after it was dismissed, undefined before the first one. */
export const currentToast = createStore<ToastMessage | null | undefined>(undefined)

/** An action that can be undone for some seconds or was not done. Its line stays above the toast until its owner removes it. */
export interface ActionLine {
  id: string
  text: string
  /** The button that calls `act` and shows the page `shownAt`. */
  label?: string
  act?: () => void
  shownAt: string
  isError?: boolean
}

/** The oldest first. */
export const actionLines = createStore<readonly ActionLine[]>([])

let lastId = 0

/** Shows a toast. At most one is visible: a new one replaces the old one. */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  lastId += 1
  currentToast.set({ ...message, id: lastId })
}

export function dismissToast(id: number): void {
  if (currentToast.get()?.id === id) currentToast.set(null)
}
