import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { filters as bounds, lists } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { callPage } from '../../lib/api.ts'
import { apiQuery, queryKey } from '../../lib/query.ts'
import { listInput, type TaskFilters } from './task-filters.ts'

/**
 * Pages of the task list: 9 tasks first, then 6 at a time. The server filters and sorts; tasks in `hidden` are skipped.
 * `found` is the number of tasks that a search has found for its page, while it needs more requests than one.
 */
export function useTaskPages(filters: TaskFilters, hidden: string[]) {
  const query = listInput(filters)
  const [found, setFound] = useState<number | null>(null)
  const list = useInfiniteQuery({
    queryKey: queryKey('GET /api/tasks', 'pages', query, hidden),
    queryFn: ({ pageParam, signal }) => fullPage({ ...query, cursor: pageParam }, hidden, signal, setFound),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
  return { ...list, found: list.isFetching ? found : null }
}

type PageQuery = ReturnType<typeof listInput> & { cursor: string }

/**
 * One answer may contain fewer tasks than requested, so this requests more until the page is full, but not for ever: then
 * the page has what was found, and `next` goes on.
 */
async function fullPage(
  { cursor, ...query }: PageQuery,
  hidden: string[],
  signal: AbortSignal,
  onProgress: (found: number | null) => void,
) {
  const size = cursor === '' ? lists.tasksFirst : lists.tasksMore
  const items: Task[] = []
  let next: string | null = cursor
  let requests = 0
  do {
    if (!signal.aborted) onProgress(requests > 0 ? items.length : null)
    const page: { items: Task[]; next: string | null } = await callPage(
      'GET /api/tasks',
      { ...query, limit: size - items.length, cursor: next || undefined },
      signal,
    )
    items.push(...page.items.filter((task) => !hidden.includes(task.id)))
    next = page.next
    requests++
  } while (next && items.length < size && requests < lists.requestsAtOnce)
  return { items, next }
}

/** The largest reward and time of open tasks, as maxima of the sliders. */
export function useTaskBounds() {
  const { data: highestReward } = useQuery(apiQuery('GET /api/tasks', { sort: 'reward-high', limit: 1 }))
  const { data: longestTime } = useQuery(apiQuery('GET /api/tasks', { sort: 'time-high', limit: 1 }))
  return {
    reward: highestReward?.[0]?.reward ?? bounds.reward.max,
    time: longestTime?.[0]?.estimatedTime ?? bounds.time.max,
  }
}
