import { readStored, writeStored } from '../browser-storage.ts'
import { createStore, useStore } from '../store.ts'
import { accountsOf, asAccounts, type Provider, type Wallet } from './provider.ts'

/** Wallet state: disconnected, connecting or connected. `address` in the wallet's spelling. */
export interface WalletState {
  wallet: Wallet | null
  address: string | null
  isConnected: boolean
  isConnecting: boolean
}

const disconnected: WalletState = { wallet: null, address: null, isConnected: false, isConnecting: false }

const state = createStore(disconnected)
let stopListening = () => {}

export const walletState = state.get

/** Returns the state of the wallet; the component renders again when it changes. */
export const useWallet = () => useStore(state)

export const setConnecting = (isConnecting: boolean) => state.set({ ...state.get(), isConnecting })

/** Makes this account of this wallet the connected one. */
export function adopt(wallet: Wallet, address: string) {
  stopListening()
  stopListening = listen(wallet.provider)
  writeStored('wallet', wallet.info.rdns)
  state.set({ wallet, address, isConnected: true, isConnecting: false })
}

function listen(provider: Provider): () => void {
  const onAccounts = (value: unknown) => {
    const [address] = asAccounts(value)
    if (address) state.set({ ...state.get(), address })
    else forget()
  }
  // On another chain all displayed data may be wrong.
  const onChain = () => location.reload()
  provider.on?.('accountsChanged', onAccounts)
  provider.on?.('chainChanged', onChain)
  return () => {
    provider.removeListener?.('accountsChanged', onAccounts)
    provider.removeListener?.('chainChanged', onChain)
  }
}

/** Disconnects the wallet. Only the user can revoke the site's permission, in the wallet. */
export function forget(): void {
  stopListening()
  writeStored('wallet', null)
  state.set(disconnected)
}

/** Reconnects the wallet of the last visit without a prompt, if it still exposes an account. */
export async function restore(): Promise<void> {
  const rdns = readStored('wallet')
  if (!rdns || state.get().isConnected) return
  // Loaded on demand: most visitors have no wallet to connect again.
  const discovery = await import('./discovery.ts').catch(() => null)
  const wallet = await discovery?.findWallet(rdns)
  if (!wallet) return
  const [address] = await accountsOf(wallet.provider).catch(() => [])
  if (address && !state.get().isConnected) adopt(wallet, address)
}
