import { createStore as createWalletStore, type Store } from 'mipd'
import { createStore, useStore } from '../store.ts'
import type { Provider, Wallet } from './provider.ts'

declare global {
  interface Window {
    ethereum?: Provider
  }
}

/** Wallets that announce themselves (EIP-6963). */
let announced: Store | undefined
let injected: [Wallet] | undefined
const wallets = createStore<readonly Wallet[]>([])

function refresh() {
  const found = announced?.getProviders() ?? []
  // Several extensions may claim `window.ethereum`, so it is used only if no wallet announces itself.
  if (!injected && window.ethereum) {
    const info = { uuid: 'injected', name: 'Browser wallet', icon: '', rdns: 'injected' }
    injected = [{ info, provider: window.ethereum }]
  }
  wallets.set(found.length > 0 ? found : (injected ?? wallets.get()))
}

/** Starts to look for wallets. A further call asks wallets that started late to announce themselves. */
export function discover(): void {
  if (announced) window.dispatchEvent(new Event('eip6963:requestProvider'))
  else {
    announced = createWalletStore()
    announced.subscribe(refresh)
    // The browsers of mobile wallets inject their provider after the page has started.
    window.addEventListener('ethereum#initialized', refresh)
  }
  refresh()
}

export const useWallets = () => useStore(wallets)

/** The wallet with this rdns as soon as it announces itself, or undefined after `timeout` milliseconds. */
export function findWallet(rdns: string, timeout = 3000): Promise<Wallet | undefined> {
  discover()
  return new Promise((resolve) => {
    const look = () => {
      const wallet = wallets.get().find(({ info }) => info.rdns === rdns)
      if (wallet) done(wallet)
    }
    const done = (wallet?: Wallet) => {
      unsubscribe()
      clearTimeout(timer)
      resolve(wallet)
    }
    const unsubscribe = wallets.subscribe(look)
    const timer = setTimeout(done, timeout)
    look()
  })
}
