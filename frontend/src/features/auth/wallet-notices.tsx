import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { shorten } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/connection.ts'
import { sameAddress } from '../../lib/wallet/provider.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useAuth } from './auth.tsx'
import { connectWallet, signIn } from './session.ts'

/** Warns while the wallet shows another account than the signed-in one. */
export function WrongAccountNotice({ user }: { user: User }) {
  const { address } = useWallet()
  const { pathname, search } = useLocation()
  if (useWalletMatch(user) !== 'other-account' || !address || !user.walletAddress) return null
  const switchUser = (
    <Button variant="secondary" size="sm" onClick={() => signIn(pathname + search)}>
      Sign in with {shorten(address)}
    </Button>
  )
  return (
    <Notice role="status" action={switchUser}>
      Your wallet is on {shorten(address)}, but you are signed in with {shorten(user.walletAddress)}. Choose
      that account in your wallet, or sign in with this one.
    </Notice>
  )
}

/** Whether the connected wallet is the account's own. */
type WalletMatch = 'none' | 'other-account' | 'same-account'

/** Compares the connected wallet with the signed-in account; follows a change of account in the wallet. */
export function useWalletMatch(user: Pick<User, 'walletAddress'> | null | undefined): WalletMatch {
  const { isConnected, address } = useWallet()
  if (!isConnected || !user?.walletAddress) return 'none'
  return sameAddress(address, user.walletAddress) ? 'same-account' : 'other-account'
}

/** Says why a wallet is needed, with a button that connects one. */
export const ConnectNotice = ({ children }: { children: ReactNode }) => (
  <Notice
    role="status"
    action={
      <Button variant="secondary" size="sm" onClick={connectWallet}>
        Connect wallet
      </Button>
    }
  >
    {children}
  </Notice>
)

/** Asks a signed-in user without a wallet to add one. `children`: why now. */
export function AddWalletNotice({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return user && !user.walletAddress && <ConnectNotice>{children}</ConnectNotice>
}
