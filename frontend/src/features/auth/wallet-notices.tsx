import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { shorten } from '../../lib/format.ts'
import { switchNetwork } from '../../lib/wallet/connect.ts'
import { useWallet } from '../../lib/wallet/connection.ts'
import { asWalletError } from '../../lib/wallet/errors.ts'
import { sameAddress } from '../../lib/wallet/provider.ts'
import { Button } from '../../ui/button.tsx'
import { useAuth } from './auth.tsx'
import { connectWallet, signIn } from './session.ts'

/** Warns while the wallet shows another account than the signed-in one. */
export function WrongAccountNotice({ user }: { user: User }) {
  const { address } = useWallet()
  const { pathname, search } = useLocation()
  if (useWalletMatch(user) !== 'other-account' || !address || !user.walletAddress) return null
  return (
    <Notice button={`Sign in with ${shorten(address)}`} onClick={() => signIn(pathname + search)}>
      Your wallet is on {shorten(address)}, but you are signed in with {shorten(user.walletAddress)}. Choose
      that account in your wallet, or sign in with this one.
    </Notice>
  )
}

/** Whether the connected wallet is the account's own. */
export type WalletMatch = 'none' | 'other-account' | 'same-account'

/** Compares the connected wallet with the signed-in account; follows a change of account in the wallet. */
export function useWalletMatch(user: Pick<User, 'walletAddress'> | null | undefined): WalletMatch {
  const { isConnected, address } = useWallet()
  if (!isConnected || !user?.walletAddress) return 'none'
  return sameAddress(address, user.walletAddress) ? 'same-account' : 'other-account'
}

/** Warns while the wallet is on another chain, with a button that switches it. */
export function WrongNetworkNotice() {
  const config = useConfig()
  const { chainId } = useWallet()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (chainId === null || chainId === config.chainId) return null
  const change = async () => {
    setError(null)
    setBusy(true)
    await switchNetwork(config).catch((error: unknown) => setError(asWalletError(error).message))
    setBusy(false)
  }
  return (
    <Notice button="Switch network" busy={isBusy && 'Open your wallet…'} onClick={() => void change()}>
      {error ?? `Your wallet is on another network. Tasks are funded on ${config.chainName}.`}
    </Notice>
  )
}

/** Asks a signed-in user without a wallet to add one. `children`: why now. */
export function AddWalletNotice({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  if (!user || user.walletAddress) return null
  return (
    <Notice button="Connect wallet" onClick={connectWallet}>
      {children}
    </Notice>
  )
}

interface NoticeProps {
  /** The text of the button. */
  button: string
  busy?: string | false
  onClick: () => void
  children: ReactNode
}

function Notice({ button, children, ...rest }: NoticeProps) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="min-w-56 flex-1 text-amber">{children}</p>
      <Button variant="secondary" size="sm" {...rest}>
        {button}
      </Button>
    </div>
  )
}
