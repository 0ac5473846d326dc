import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { textOf } from '../../../../domain/notification-texts.ts'
import { announce } from '../../lib/announce.ts'
import { call } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format.ts'
import { followNews, onNews } from '../../lib/live.ts'
import { apiQuery, invalidate, type QueryName } from '../../lib/query.ts'
import { useSettled } from '../../lib/settled.ts'

/** What is read again after news, by the first word of what changed. Lists of tasks are left out, so that they do not move. */
const concerned: Record<string, QueryName[]> = {
  notifications: ['GET /api/notifications'],
  submissions: [
    ...(['GET /api/user/submissions', 'GET /api/user/summary', 'GET /api/user/completed-tasks'] as const),
    ...(['GET /api/tasks/{id}/user-submission', 'balance'] as const),
  ],
  task: [
    ...(['GET /api/user/tasks', 'GET /api/user/summary', 'GET /api/reviews', 'GET /api/tasks/{id}'] as const),
    ...(['GET /api/tasks/{id}/submissions', 'GET /api/submissions/{id}'] as const),
  ],
  payout: ['GET /api/submissions/{id}'],
}

/** The routes of a task, which are read only if it is the one that changed. */
const ofOneTask: unknown[] = ['GET /api/tasks/{id}', 'GET /api/tasks/{id}/submissions']

/** Whether a query reads what changed, as the server named it: a kind, and for some kinds an id. */
function isConcerned({ queryKey: [name, input] }: Query, what: string): boolean {
  const [kind = '', id] = what.split(' ')
  const { id: read } = (input ?? {}) as { id?: string }
  const isOther = ofOneTask.includes(name) && read !== id
  return Boolean(concerned[kind]?.some((one) => one === name)) && !isOther
}

/** Milliseconds in which news of the same page are collected, so that many at once cause few requests. */
const collected = 500

/** Reads again what news concern, while this user is signed in. Use it once. */
export function useNews(userId: string): void {
  const client = useQueryClient()
  const isSettled = useSettled()
  useEffect(() => {
    if (!isSettled) return
    const isAny = (query: Query) =>
      Object.values(concerned)
        .flat()
        .some((one) => one === query.queryKey[0])
    /** What changed since the last reading; `all` if anything may have changed. */
    let news = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      if (news.size === 0) return
      const changed = [...news]
      news = new Set()
      timer = setTimeout(read, collected)
      const isAll = changed.includes('all')
      void client.invalidateQueries({
        predicate: (query) => (isAll ? isAny(query) : changed.some((what) => isConcerned(query, what))),
      })
    }
    const unsubscribe = onNews((changed) => {
      for (const what of changed ?? ['all']) news.add(what)
      if (!timer) read()
    })
    const stop = followNews(userId)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      stop()
    }
  }, [client, isSettled, userId])
}

/** The newest notifications. A new one is announced. */
export function useInbox() {
  const query = useQuery({ ...apiQuery('GET /api/notifications'), enabled: useSettled() })
  const { data } = query
  const newest = data?.notifications[0]
  const newestKnownId = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    if (newest && newestKnownId.current !== undefined && newest.id > newestKnownId.current)
      announce(`New notification: ${textOf(newest, formatDateTime).title}.`)
    newestKnownId.current = newest?.id ?? ''
  }, [data, newest])
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
