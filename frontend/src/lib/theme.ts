import { useSyncExternalStore } from 'react'

export type Theme = 'system' | 'light' | 'dark'

/** Stores the theme. `public/theme.js` applies it, also in other tabs and at the next visit. */
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme)
  } catch {
    return // the browser blocks storage, so the system's theme stays
  }
  dispatchEvent(new Event('theme'))
}

function subscribe(listener: () => void) {
  for (const type of ['theme', 'storage']) addEventListener(type, listener)
  return () => {
    for (const type of ['theme', 'storage']) removeEventListener(type, listener)
  }
}

/** The chosen theme. */
export const useTheme = (): Theme =>
  useSyncExternalStore(
    subscribe,
    () => (document.documentElement.dataset.theme ?? 'system') as Theme,
    () => 'system',
  )
