import type { User } from '../../../../domain/user.ts'
import { sameAddress } from '../../lib/wallet/provider.ts'
import { useWallet } from '../../lib/wallet/use-wallet.ts'

/** Whether the connected wallet is the account's own. */
export type WalletFit = 'none' | 'other-account' | 'fits'

/** How the wallet in this browser fits who is signed in; follows a change of account in the wallet. */
export function useWalletFit(user: Pick<User, 'walletAddress'> | null | undefined): WalletFit {
  const { isConnected, address } = useWallet()
  if (!isConnected || !user?.walletAddress) return 'none'
  return sameAddress(address, user.walletAddress) ? 'fits' : 'other-account'
}
