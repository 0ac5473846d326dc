import { useState } from 'react'
import type { User } from '../../../../domain/user.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Button } from '../../ui/button.tsx'

const ChangeWallet = lazyComponent(() => import('./change-wallet-dialog.tsx'))

/** Opens the dialog that changes the account's wallet. */
export function ChangeWalletButton({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Change wallet
      </Button>
      {isOpen && <ChangeWallet user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
