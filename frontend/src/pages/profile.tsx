import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../domain/user.ts'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { EmailSetting } from '../features/notifications/email-setting.tsx'
import { OwnDataSection } from '../features/profile/own-data-section.tsx'
import { ProfileDetails } from '../features/profile/profile-details.tsx'
import { ProfileFields } from '../features/profile/profile-form.tsx'
import { SecuritySection } from '../features/profile/security-section.tsx'
import { shorten } from '../lib/format.ts'
import { useTitle } from '../lib/page-head.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/page-states.tsx'
import { Avatar } from '../ui/user.tsx'

/** The user's public profile with the form that changes it, their security settings and their data. */
export default function ProfilePage() {
  useTitle('My Profile')
  const { user } = useAuth()
  return (
    <div className="page pt-10 sm:pt-14">
      {user ? (
        <Profile user={user} />
      ) : (
        <EmptyState level="h1" title="Not Authenticated" action={<SignInButton returnTo="/profile" />}>
          Please log in to view your profile
        </EmptyState>
      )}
    </div>
  )
}

function Profile({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">My Profile</h1>
      <div className="mt-8 grid grid-cols-1 gap-10 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16">
        <section aria-label="How others see you">
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
          <p
            dir="auto"
            className="mt-4 line-clamp-6 max-w-prose whitespace-pre-line wrap-anywhere text-ink-2"
          >
            {user.bio || 'No bio provided'}
          </p>
        </section>
        <section aria-labelledby="profile-details">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
            <h2 id="profile-details" className="text-xl">
              {isEditing ? 'Edit your details' : 'Your details'}
            </h2>
            <Button variant="secondary" size="sm" onClick={() => setEditing(!isEditing)}>
              {!isEditing && <Pencil aria-hidden="true" className="size-4" />}
              {isEditing ? 'Cancel' : 'Edit Profile'}
            </Button>
          </div>
          {isEditing ? (
            <ProfileFields user={user} onDone={() => setEditing(false)} />
          ) : (
            <ProfileDetails user={user} />
          )}
          <EmailSetting user={user} />
          <SecuritySection user={user} />
          <OwnDataSection user={user} />
        </section>
      </div>
    </>
  )
}
