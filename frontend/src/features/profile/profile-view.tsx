import type { ReactNode } from 'react'
import type { User } from '../../../../domain/user.ts'
import { Address } from '../../ui/address.tsx'
import { RichText } from '../tasks/rich-text.tsx'

/** What the site knows of this person, read-only. */
export function ProfileDetails({ user }: { user: User }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      <Detail label="Username">{user.username}</Detail>
      <Detail label="Email">{user.email}</Detail>
      <Detail label="Wallet address">{user.walletAddress && <Address value={user.walletAddress} />}</Detail>
      <Detail label="Bio">{user.bio && <RichText text={user.bio} />}</Detail>
    </dl>
  )
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-2">{label}</dt>
      <dd className="min-w-0 break-words">{children || <span className="text-ink-3">Not set</span>}</dd>
    </div>
  )
}
