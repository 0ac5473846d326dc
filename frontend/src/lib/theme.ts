import { useSyncExternalStore } from 'react'
import { writeStored } from './browser-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** Stores the theme. `public/theme.js` applies it, also in other tabs and at the next visit. */
export function setTheme(theme: Theme): void {
  // Without browser storage the system's theme stays.
  if (writeStored('theme', theme)) dispatchEvent(new Event('theme'))
}

function subscribe(listener: () => void) {
  for (const type of ['theme', 'storage']) addEventListener(type, listener)
  return () => {
    for (const type of ['theme', 'storage']) removeEventListener(type, listener)
  }
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.theme ?? 'system') as Theme,
    () => 'system',
  )
