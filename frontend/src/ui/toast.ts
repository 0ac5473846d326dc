import type { ReactNode } from 'react'

export interface ToastMessage {
  id: number
  title: string
  description?: ReactNode
  tone?: 'plain' | 'good' | 'bad'
}

let current: ToastMessage | null = null
let last = 0
const listeners = new Set<() => void>()

function show(next: ToastMessage | null) {
  current = next
  for (const listener of listeners) listener()
}

/** The one toast function. At most one is visible; a new one replaces the old (spec section 4, Notifications). */
export function toast(message: Omit<ToastMessage, 'id'>): void {
  last += 1
  show({ ...message, id: last })
}

/** Removes the toast with this id, if it is still the one that shows. */
export function dismissToast(id: number): void {
  if (current?.id === id) show(null)
}

export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  current: () => current,
  /** True once anything was ever shown. */
  wasUsed: () => last > 0,
}
