import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import type { User } from '../../../domain/user.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { AddWalletNotice } from '../features/auth/wallet-notices.tsx'
import { EmailSetting } from '../features/notifications/email-setting.tsx'
import { OwnDataSection } from '../features/profile/own-data-section.tsx'
import { ProfileDetails } from '../features/profile/profile-details.tsx'
import { ProfileFields } from '../features/profile/profile-form.tsx'
import { SecuritySection } from '../features/profile/security-section.tsx'
import { shorten } from '../lib/format.ts'
import { useTitle } from '../lib/page-head.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Perforation, Ticket } from '../ui/ticket.tsx'
import { Avatar } from '../ui/user.tsx'

/** The user's public profile with the form that changes it, their security settings and their data. */
export default function ProfilePage() {
  useTitle('My Profile')
  const { user } = useAuth()
  return <div className="page pt-10 sm:pt-14">{user && <Profile user={user} />}</div>
}

function Profile({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const done = () => {
    setEditing(false)
    edit.current?.focus() // the button that had the focus is gone
  }
  return (
    <>
      <h1 className="mb-6 text-3xl sm:text-4xl">My Profile</h1>
      <AddWalletNotice>
        You have no wallet yet. Rewards can be paid to you only when you have added one.
      </AddWalletNotice>
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16">
        <section aria-label="How others see you">
          <Ticket>
            <div className="px-6 py-7">
              <Avatar user={user} className="size-32 text-5xl" />
              <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1">
                <p className="min-w-0 break-all font-semibold text-2xl tracking-tight">{user.username}</p>
                {user.isAdmin && <Badge tone="paid">Admin</Badge>}
              </div>
              {user.walletAddress && (
                <p className="mt-1 font-mono text-ink-2 text-sm" title={user.walletAddress}>
                  {shorten(user.walletAddress)}
                </p>
              )}
            </div>
            <Perforation />
            <div className="px-6 py-5">
              {user.profileHidden && (
                <Notice title="Hidden from others by an admin" className="mb-4">
                  Your bio and your picture. Reason: {user.profileHiddenReason}
                </Notice>
              )}
              <p dir="auto" className="line-clamp-6 whitespace-pre-line wrap-anywhere text-ink-2">
                {user.bio || 'No bio provided'}
              </p>
            </div>
          </Ticket>
        </section>
        <section aria-labelledby="profile-details">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
            <h2 id="profile-details" className="text-xl">
              {isEditing ? 'Edit your details' : 'Your details'}
            </h2>
            <Button ref={edit} variant="secondary" size="sm" onClick={() => setEditing(!isEditing)}>
              {!isEditing && <Pencil aria-hidden="true" className="size-4" />}
              {isEditing ? 'Cancel' : 'Edit Profile'}
            </Button>
          </div>
          {isEditing ? <ProfileFields user={user} onDone={done} /> : <ProfileDetails user={user} />}
          <EmailSetting user={user} />
          <SecuritySection user={user} />
          <OwnDataSection user={user} />
        </section>
      </div>
    </>
  )
}
