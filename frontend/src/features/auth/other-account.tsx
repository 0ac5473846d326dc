import { useLocation } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { shorten } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/use-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { useAuth } from './auth.tsx'
import { useWalletFit } from './wallet-fit.ts'

/** Says that the wallet shows another account than the one signed in; goes by itself once that is mended. */
export function OtherAccount({ user }: { user: User }) {
  const { signIn } = useAuth()
  const { address } = useWallet()
  const { pathname, search } = useLocation()
  if (useWalletFit(user) !== 'other-account' || !address || !user.walletAddress) return null
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="min-w-56 flex-1 text-amber">
        Your wallet is on {shorten(address)}, but you are signed in with {shorten(user.walletAddress)}. Choose
        that account in your wallet, or sign in with this one.
      </p>
      <Button variant="secondary" size="sm" onClick={() => signIn(pathname + search)}>
        Sign in with {shorten(address)}
      </Button>
    </div>
  )
}
