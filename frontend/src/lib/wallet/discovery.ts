import type { Provider, Wallet } from './provider.ts'

declare global {
  interface Window {
    ethereum?: Provider
  }
}

/** Several extensions may say `window.ethereum` is theirs; it only counts when nobody announced themselves. */
const injected = (provider: Provider): Wallet => ({
  info: { uuid: 'injected', name: 'Browser wallet', icon: '', rdns: 'injected' },
  provider,
})

let announced: readonly Wallet[] = []
let found: readonly Wallet[] = announced
const listeners = new Set<() => void>()

function isWallet(value: unknown): value is Wallet {
  if (typeof value !== 'object' || value === null) return false
  const { info, provider } = value as Partial<Wallet>
  return (
    typeof info?.uuid === 'string' && typeof info.name === 'string' && typeof provider?.request === 'function'
  )
}

function hear(event: Event) {
  const wallet = event instanceof CustomEvent ? event.detail : undefined
  if (!isWallet(wallet) || announced.some((known) => known.info.uuid === wallet.info.uuid)) return
  announced = [...announced, wallet]
  refresh()
}

function refresh() {
  const fallback = announced.length === 0 && window.ethereum ? [injected(window.ethereum)] : []
  const next = announced.length > 0 ? announced : fallback
  if (next.length === found.length && next.every((wallet, n) => wallet.info.uuid === found[n]?.info.uuid))
    return
  found = next
  for (const listener of listeners) listener()
}

let isListening = false

/** Starts listening for wallets that announce themselves (EIP-6963); asking again makes late ones speak up. */
export function discover(): void {
  if (!isListening) {
    isListening = true
    window.addEventListener('eip6963:announceProvider', hear)
    // Mobile wallets' browsers inject after the page has started.
    window.addEventListener('ethereum#initialized', refresh)
  }
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  refresh()
}

/** The wallets found so far; the same array until one more is found. */
export const wallets = (): readonly Wallet[] => found

export function onWallets(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The wallet with this rdns as soon as it announces itself, or null after `patience` milliseconds. */
export function walletNamed(rdns: string, patience = 3000): Promise<Wallet | null> {
  discover()
  const look = () => found.find((wallet) => wallet.info.rdns === rdns)
  const now = look()
  if (now) return Promise.resolve(now)
  return new Promise((resolve) => {
    const done = (wallet: Wallet | null) => {
      stop()
      clearTimeout(timer)
      resolve(wallet)
    }
    const stop = onWallets(() => {
      const wallet = look()
      if (wallet) done(wallet)
    })
    const timer = setTimeout(() => done(null), patience)
  })
}

/** A phone or tablet, where wallets live in their own browser rather than in an extension. */
export const isMobile = (userAgent = navigator.userAgent): boolean =>
  /Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)
