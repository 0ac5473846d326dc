import { useSyncExternalStore } from 'react'
import { onWalletState, walletState } from './connection.ts'
import { onWallets, wallets } from './discovery.ts'

/** The connected wallet, if any; renders again when it changes. */
export const useWallet = () => useSyncExternalStore(onWalletState, walletState)

/** The wallets found so far; renders again when one more announces itself. */
export const useWallets = () => useSyncExternalStore(onWallets, wallets)
