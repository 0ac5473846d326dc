import { clsx as cx } from 'clsx'
import { BellOff, CircleCheck, CircleX, Hourglass } from 'lucide-react'
import type { Ref } from 'react'
import { Link } from 'react-router-dom'
import type { Notification } from '../../../../domain/notification.ts'
import { pageOf, textOf } from '../../../../domain/notification-texts.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { Time } from '../../ui/time.tsx'

const icons = {
  paid: [CircleCheck, 'text-green-ink'],
  held: [Hourglass, 'text-amber'],
  refused: [CircleX, 'text-red'],
} as const

interface Props {
  notifications: Notification[]
  /** Notifications with a larger id are new. */
  seen: string | null
  onFollow?: () => void
  /** The heading level of the empty state. */
  level: 'h2' | 'h3'
  list?: Ref<HTMLUListElement>
}

/** Notifications as links to what they are about. */
export function NotificationList({ notifications, seen, onFollow, level, list }: Props) {
  const task = useDialog('id')
  if (notifications.length === 0)
    return (
      <EmptyState level={level} icon={BellOff} title="No notifications yet" className="border-0">
        Reviews, payments and appeals are shown here.
      </EmptyState>
    )
  return (
    <ul ref={list} className="divide-y divide-line">
      {notifications.map((one) => {
        const { tone, title, detail } = textOf(one, formatDateTime)
        const [Icon, color] = icons[tone]
        const isNew = one.id > (seen ?? '')
        const page = pageOf(one)
        return (
          <li key={one.id}>
            <Link
              {...(page === null ? task.link(one.taskId ?? '') : { to: page })}
              onClick={onFollow}
              className="flex gap-3 px-4 py-3.5 hover:bg-sunk sm:px-5"
            >
              <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', color)} />
              <span className="min-w-0 flex-1">
                <span className="flex items-start justify-between gap-3">
                  <span className="font-semibold">{title}</span>
                  {isNew && <Badge tone="paid">New</Badge>}
                </span>
                {one.taskTitle && (
                  <span dir="auto" className="line-clamp-2 wrap-anywhere">
                    {one.taskTitle}
                  </span>
                )}
                {detail && (
                  <span dir="auto" className="mt-0.5 line-clamp-4 wrap-anywhere text-ink-2 text-sm">
                    {detail}
                  </span>
                )}
                <Time value={one.at} isRelative className="mt-0.5 block text-ink-3 text-sm" />
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
