import type { ReactNode } from 'react'
import type { User } from '../../../../domain/user.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Address } from '../../ui/address.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { EmailStatus } from './email-status.tsx'

const ChangeWallet = lazyComponent(() => import('../auth/change-wallet-dialog.tsx'))

const notSet = <span className="text-ink-3">Not set</span>

/** The user's data, read-only. */
export function ProfileDetails({ user }: { user: User }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      <Detail label="Username">{user.username}</Detail>
      <Detail label="Email">{user.email && <EmailStatus {...user} />}</Detail>
      <Detail label="Wallet address">
        {user.walletAddress && (
          <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Address value={user.walletAddress} />
            <DialogButton
              variant="secondary"
              size="sm"
              dialog={(close) => <ChangeWallet user={user} onClose={close} />}
            >
              Change wallet
            </DialogButton>
          </span>
        )}
      </Detail>
      <Detail label="Bio">{user.bio && <RichText text={user.bio} />}</Detail>
    </dl>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{label}</dt>
      <dd dir="auto" className="min-w-0 wrap-anywhere">
        {children || notSet}
      </dd>
    </div>
  )
}
