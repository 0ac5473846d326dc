import { clsx as cx } from 'clsx'
import { token } from '../../../domain/limits.ts'
import type { User } from '../../../domain/user.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { NotificationBell } from '../features/notifications/bell.tsx'
import { useTokenBalance } from '../lib/wallet/balance.ts'
import { Address } from '../ui/address.tsx'
import { Money } from '../ui/money.tsx'
import { usePopover } from '../ui/tooltip-and-popover.ts'
import { Avatar } from '../ui/user.tsx'
import { ownLinks, SiteLinks } from './site-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const item = 'block w-full rounded px-3 py-2.5 text-left font-medium hover:bg-sunk'

const myProfile = { label: 'My Profile', to: '/profile' }
const adminPanel = { label: 'Admin Panel', to: '/admin' }

/** The signed-in person's part of the header: their notifications and their own menu. */
export default function AccountBar({ user }: { user: User }) {
  const { logout } = useAuth()
  const menu = usePopover('user-menu')
  return (
    <>
      <NotificationBell key={user.id} user={user} />
      <button
        type="button"
        {...menu.trigger}
        className={cx(
          'flex min-h-11 items-center gap-2 rounded px-1 hover:bg-sunk',
          // The space of the balance, which is known later.
          user.walletAddress && 'sm:min-w-31',
        )}
      >
        <span className="sr-only">Menu of {user.username}</span>
        <Avatar user={user} />
        <WalletBalance wallet={user.walletAddress} className="max-sm:hidden" />
      </button>
      <div
        {...menu.panel}
        className="fixed inset-auto top-15 right-4 sm:right-6 w-80 animate-appear rounded border border-line bg-card p-2 text-ink shadow-float"
      >
        <div className="border-line border-b px-3 pt-1.5 pb-3">
          <p className="truncate font-semibold">{user.username}</p>
          {user.walletAddress && <Address value={user.walletAddress} className="text-ink-2 text-sm" />}
          <WalletBalance wallet={user.walletAddress} className="mt-1 block text-ink-2 sm:hidden" />
        </div>
        <div className="py-2">
          <SiteLinks
            links={[myProfile, ...ownLinks(user), ...(user.isAdmin ? [adminPanel] : [])]}
            className={item}
            onClick={menu.close}
          />
          <button type="button" {...menu.hide} className={item} onClick={() => void logout()}>
            Logout
          </button>
        </div>
        <div className="border-line border-t px-3 pt-3 pb-1.5">
          <ThemeSwitch />
        </div>
      </div>
    </>
  )
}

/** Whole TAX that the user's wallet holds; nothing without a wallet or while the balance is unknown. */
function WalletBalance({ wallet, className }: { wallet: string | null; className?: string }) {
  const balance = useTokenBalance(wallet)
  if (balance === undefined) return null
  return (
    <span className={cx('text-sm', className)}>
      <span className="sr-only">Wallet balance </span>
      <Money amount={balance} unit={token.symbol} size="sm" />
    </span>
  )
}
