import { Suspense, useState } from 'react'
import type { User } from '../../../../domain/user.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'
import { useAuth } from './auth.tsx'

const ChangeWallet = lazyComponent(() => import('./change-wallet-dialog.tsx'))

/** Opens the dialog that changes the account's wallet, or that connects its first one. */
export function ChangeWalletButton({ user }: { user: User }) {
  const { connectWallet } = useAuth()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        onClick={user.walletAddress ? () => setOpen(true) : connectWallet}
      >
        {user.walletAddress ? 'Change wallet' : 'Connect wallet'}
      </Button>
      {isOpen && (
        <Suspense>
          <ChangeWallet user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
