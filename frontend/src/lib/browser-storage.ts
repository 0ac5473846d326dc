/** What this browser stores for the site, by name. */
type Name =
  | 'drafts'
  | 'review-keys'
  | 'session'
  | 'theme'
  /** The rdns of the wallet that was connected last. */
  | 'wallet'
  | `paid:${string}`
  | `token-offered:${string}`

/** A stored value; null if there is none or the browser blocks storage. */
export function readStored(name: Name): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value; null deletes it. Returns false if the browser does not store it. */
export function writeStored(name: Name, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
    return true
  } catch {
    return false
  }
}
