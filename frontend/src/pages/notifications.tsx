import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMarkSeen } from '../features/notifications/inbox.ts'
import { NotificationList } from '../features/notifications/notification-list.tsx'
import { call } from '../lib/api.ts'
import { useTitle } from '../lib/page-head.ts'
import { queryKey } from '../lib/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/page-states.tsx'
import { MoreButton, useNewRows } from '../ui/show-more.tsx'

export default function NotificationsPage() {
  useTitle('Notifications')
  const query = useInfiniteQuery({
    queryKey: queryKey('GET /api/notifications', 'pages'),
    queryFn: ({ pageParam }) => call('GET /api/notifications', pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
  })
  const pages = query.data?.pages ?? []
  const notifications = pages.flatMap((page) => page.notifications)
  /** What had been seen when the page was opened: later notifications stay marked as new. */
  const [seenBefore, setSeenBefore] = useState<string | null>()
  if (seenBefore === undefined && pages[0]) setSeenBefore(pages[0].seen)
  useMarkSeen(true, notifications[0]?.id, pages[0]?.seen)
  const { list, expectMore } = useNewRows(notifications.length)
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="mb-8 text-3xl sm:text-4xl">Notifications</h1>
      <Loaded query={query} what="your notifications" placeholder={<Skeleton className="h-96 w-full" />}>
        {() => (
          <div className="max-w-3xl rounded border border-line bg-card">
            <NotificationList
              notifications={notifications}
              seen={seenBefore ?? null}
              level="h2"
              list={list}
            />
          </div>
        )}
      </Loaded>
      {query.hasNextPage && (
        <MoreButton
          busy={query.isFetchingNextPage && 'Loading…'}
          onClick={() => {
            expectMore()
            void query.fetchNextPage()
          }}
        >
          Show older
        </MoreButton>
      )}
    </div>
  )
}
