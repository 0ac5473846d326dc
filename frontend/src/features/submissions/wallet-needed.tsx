import { Button } from '../../ui/button.tsx'
import { useAuth } from '../auth/auth.tsx'

/** Approving needs a connected wallet (spec section 5); rejecting does not. */
export function WalletNeeded({ isAdmin }: { isAdmin: boolean }) {
  const { connectWallet } = useAuth()
  return (
    <div className="flex flex-wrap items-center gap-3 rounded bg-amber-soft px-4 py-3">
      <p className="flex-1 text-amber">
        {isAdmin
          ? "You're an admin but need wallet connection to approve submissions."
          : 'Connect your wallet to approve submissions. You can reject without it.'}
      </p>
      <Button variant="secondary" size="sm" onClick={connectWallet}>
        Connect wallet
      </Button>
    </div>
  )
}
