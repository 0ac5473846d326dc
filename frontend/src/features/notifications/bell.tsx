import { clsx as cx } from 'clsx'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePopover } from '../../ui/tooltip-and-popover.ts'
import { useInbox, useMarkSeen, useNews } from './inbox.ts'
import { NotificationList } from './notification-list.tsx'
import { usePaidMoment } from './paid-moment.ts'

const PaidDialog = lazyComponent(() => import('./paid-dialog.tsx'))

/** Notifications in the list of the bell. The page has all of them. */
const listed = 10

const look = 'relative size-11 place-items-center rounded hover:bg-sunk'

/** The bell in the header: unread count, and a list on desktops or a link to the page of notifications on phones. */
export function NotificationBell({ user }: { user: User }) {
  useNews(user.id)
  const query = useInbox()
  const inbox = query.data
  const { paid, done } = usePaidMoment(user.id, inbox)
  const popover = usePopover('notifications')
  /** Which notifications were seen when the list was opened; undefined while it is closed. */
  const [seenBefore, setSeenBefore] = useState<string | null>()
  useMarkSeen(seenBefore !== undefined, inbox?.notifications[0]?.id, inbox?.seen)
  const unread = inbox?.unread ?? 0
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'
  const icon = (
    <>
      <Bell aria-hidden="true" className="size-5.5" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 min-w-5 rounded bg-green px-1 text-center font-semibold text-on-green text-xs"
        >
          {unread < 99 ? unread : '99+'}
        </span>
      )}
    </>
  )
  return (
    <>
      <Link to="/notifications" aria-label={label} className={cx(look, 'grid sm:hidden')}>
        {icon}
      </Link>
      <button type="button" {...popover.trigger} aria-label={label} className={cx(look, 'hidden sm:grid')}>
        {icon}
      </button>
      <section
        {...popover.panel}
        aria-label="Notifications"
        onBeforeToggle={({ newState }) =>
          setSeenBefore(newState === 'open' ? (inbox?.seen ?? null) : undefined)
        }
        className="fixed inset-auto top-15 right-4 max-h-[min(36rem,calc(100dvh-5rem))] w-[min(25rem,calc(100vw-2rem))] animate-appear overflow-y-auto rounded border border-line bg-card text-ink shadow-float"
      >
        <h2 className="border-line border-b px-5 py-3 font-semibold">Notifications</h2>
        {seenBefore !== undefined && (
          <Loaded query={query} what="your notifications" level="h3" className="border-0">
            {({ notifications }) => (
              <NotificationList
                notifications={notifications.slice(0, listed)}
                seen={seenBefore}
                level="h3"
                onFollow={popover.close}
              />
            )}
          </Loaded>
        )}
        <Link
          to="/notifications"
          onClick={popover.close}
          className="sticky bottom-0 block border-line border-t bg-card px-5 py-3 font-semibold text-green-ink hover:bg-sunk"
        >
          See all notifications
        </Link>
      </section>
      {paid.length > 0 && <PaidDialog payments={paid} wallet={user.walletAddress} onClose={done} />}
    </>
  )
}
