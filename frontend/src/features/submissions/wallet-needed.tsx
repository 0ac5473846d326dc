import type { User } from '../../../../domain/user.ts'
import { Button } from '../../ui/button.tsx'
import { useAuth } from '../auth/auth.tsx'
import { OtherAccount } from '../auth/other-account.tsx'
import { useWalletFit } from '../auth/wallet-fit.ts'

/** Approving needs the reviewer's own wallet connected (spec section 5); rejecting does not. */
export function WalletNeeded({ user }: { user: User }) {
  const { connectWallet } = useAuth()
  if (useWalletFit(user) !== 'none') return <OtherAccount user={user} />
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="flex-1 text-amber">
        {user.isAdmin
          ? "You're an admin but need wallet connection to approve submissions."
          : 'Connect your wallet to approve submissions. You can reject without it.'}
      </p>
      <Button variant="secondary" size="sm" onClick={connectWallet}>
        Connect wallet
      </Button>
    </div>
  )
}
