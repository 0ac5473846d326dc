const key = 'wallet'

/** Stores the wallet of this visit by its rdns. Without browser storage only the reconnection is lost. */
export function rememberWallet(rdns: string | null): void {
  try {
    if (rdns) localStorage.setItem(key, rdns)
    else localStorage.removeItem(key)
  } catch {}
}

/** The wallet of the last visit, or null. */
export function rememberedWallet(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
