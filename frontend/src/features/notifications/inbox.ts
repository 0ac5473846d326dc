import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { ui } from '../../../../domain/limits.ts'
import { textOf } from '../../../../domain/notification-texts.ts'
import { announce } from '../../lib/announce.ts'
import { call } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { apiQuery, invalidate, type QueryName, queryKey } from '../../lib/query.ts'

/** What an event that somebody is notified of may have changed. Lists of tasks are left out, so that they do not move. */
const changed: QueryName[] = [
  'GET /api/dashboard',
  'GET /api/tasks/{id}',
  'GET /api/tasks/{id}/user-submission',
  'GET /api/submissions/{id}',
  'GET /api/user/completed-tasks',
  'balance',
]

/**
 * The newest notifications, requested again while the page is visible: often where a verdict is awaited. A new one makes what
 * it may concern stale. Use it once, because each use sends requests.
 */
export function useInbox() {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const isAwaited = pathname === '/dashboard' || new URLSearchParams(search).has('id')
  const query = useQuery({
    ...apiQuery('GET /api/notifications'),
    refetchInterval: isAwaited ? ui.awaitedInboxPoll : ui.inboxPoll,
    refetchOnWindowFocus: 'always',
  })
  const { data } = query
  const newest = data?.notifications[0]
  const newestKnownId = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    if (newest && newestKnownId.current !== undefined && newest.id > newestKnownId.current) {
      announce(`New notification: ${textOf(newest, formatDateTime).title}.`)
      if (!newest.forAdmins) invalidate(client, changed)
      void client.invalidateQueries({ queryKey: queryKey('GET /api/notifications', 'pages') })
    }
    newestKnownId.current = newest?.id ?? ''
  }, [client, data, newest])
  return query
}

/** While `isShown`, marks the notifications up to this id as seen. */
export function useMarkSeen(isShown: boolean, newest: string | undefined, seen: string | null | undefined) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) => call('POST /api/notifications/seen', { id }),
    onSuccess: () => invalidate(client, ['GET /api/notifications']),
  })
  useEffect(() => {
    if (isShown && newest && newest > (seen ?? '')) mutate(newest)
  }, [isShown, newest, seen, mutate])
}
