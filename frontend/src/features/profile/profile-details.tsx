import type { ReactNode } from 'react'
import type { User } from '../../../../domain/user.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Address } from '../../ui/address.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { useSessionMutation } from '../auth/session-mutation.ts'

const ChangeWallet = lazyComponent(() => import('../auth/change-wallet-dialog.tsx'))

const notSet = <span className="text-ink-3">Not set</span>

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

/** The user's e-mail address, whether it is confirmed, and a button that sends the link for that. */
function EmailStatus({ email, emailConfirmed }: Pick<User, 'email' | 'emailConfirmed'>) {
  const { error, isPending, isSuccess, mutate } = useSessionMutation('POST /api/user/email/send')
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="inline-flex flex-wrap items-center gap-2">
          {email}
          <Badge tone={emailConfirmed ? 'paid' : 'held'}>
            {emailConfirmed ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </span>
        {!emailConfirmed && (
          <Button variant="secondary" size="sm" busy={isPending && 'Sending…'} onClick={() => mutate({})}>
            Send confirmation link
          </Button>
        )}
      </span>
      {isSuccess && !emailConfirmed && (
        <span role="status" className="mt-2 block text-ink-2 text-sm">
          We sent a link to {email}. It works for 24 hours.{' '}
          {__LOCAL__ && (
            <ExternalLink href="/mail" className="text-link">
              Local mail
            </ExternalLink>
          )}
        </span>
      )}
      <ErrorText error={error} className="mt-2 text-sm" />
    </>
  )
}
