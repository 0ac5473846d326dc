import type { User } from '../../../domain/user.ts'
import { NotificationBell } from '../features/notifications/bell.tsx'
import { UserMenu } from './user-menu.tsx'

/** The signed-in person's part of the header. */
export default function AccountBar({ user }: { user: User }) {
  return (
    <>
      <NotificationBell user={user} />
      <UserMenu user={user} />
    </>
  )
}
