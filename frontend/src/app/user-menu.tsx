import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { User } from '../../../domain/user.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { Address } from '../ui/address.tsx'
import { usePopover } from '../ui/tooltip-and-popover.ts'
import { Avatar } from '../ui/user.tsx'
import { ownLinks } from './site-links.ts'

const item = 'block w-full rounded px-3 py-2.5 text-left font-medium hover:bg-sunk'

const myProfile = { label: 'My Profile', to: '/profile' }
const adminPanel = { label: 'Admin Panel', to: '/admin' }

/** The signed-in person's own menu. */
export function UserMenu({ user }: { user: User }) {
  const { logout } = useAuth()
  const menu = usePopover('user-menu')
  return (
    <>
      <button
        type="button"
        {...menu.trigger}
        className="flex min-h-11 items-center gap-1 rounded px-1 hover:bg-sunk"
      >
        <span className="sr-only">Menu of {user.username}</span>
        <Avatar user={user} />
        <ChevronDown aria-hidden="true" className="hidden size-4 text-ink-3 sm:block" />
      </button>
      <div
        {...menu.panel}
        className="fixed inset-auto top-15 right-[max(1rem,calc((100vw-76rem)/2+2rem))] w-72 animate-appear rounded border border-line bg-card p-2 text-ink shadow-float"
      >
        <div className="border-line border-b px-3 pt-1.5 pb-3">
          <p className="truncate font-semibold">{user.username}</p>
          {user.walletAddress && <Address value={user.walletAddress} className="text-ink-2 text-sm" />}
        </div>
        <div className="pt-2">
          {[myProfile, ...ownLinks(user), ...(user.isAdmin ? [adminPanel] : [])].map((link) => (
            <Link key={link.to} to={link.to} onClick={menu.close} className={item}>
              {link.label}
            </Link>
          ))}
          <button
            type="button"
            className={item}
            onClick={() => {
              menu.close()
              void logout()
            }}
          >
            Logout
          </button>
        </div>
      </div>
    </>
  )
}
