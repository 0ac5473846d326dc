import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { filters as bounds, lists } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { call, callPage } from '../../lib/api.ts'
import { queryOf, type TaskFilters } from './filters.ts'

/** The first tasks of the home page (spec section 9: 6). */
export function useFeaturedTasks() {
  const input = { limit: lists.featured }
  return useQuery({ queryKey: ['GET /api/tasks', input], queryFn: () => call('GET /api/tasks', input) })
}

/** The list page: 9 tasks first, 6 more each time; the server filters and sorts. Tasks of `hidden` are passed over. */
export function useTaskPages(filters: TaskFilters, hidden: string[]) {
  const query = queryOf(filters)
  return useInfiniteQuery({
    queryKey: ['GET /api/tasks', 'pages', query, hidden],
    queryFn: ({ pageParam, signal }) => fullPage({ ...query, cursor: pageParam }, hidden, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

type PageQuery = ReturnType<typeof queryOf> & { cursor: string }

/** A request reads a bounded part of the index and may find fewer than asked: goes on until the page is full. */
async function fullPage({ cursor, ...query }: PageQuery, hidden: string[], signal: AbortSignal) {
  const size = cursor === '' ? lists.tasksFirst : lists.tasksMore
  const items: Task[] = []
  let next: string | null = cursor
  do {
    const page: { items: Task[]; next: string | null } = await callPage(
      'GET /api/tasks',
      { ...query, limit: size - items.length, cursor: next || undefined },
      signal,
    )
    items.push(...page.items.filter((task) => !hidden.includes(task.id)))
    next = page.next
  } while (next && items.length < size)
  return { items, next }
}

/** The largest reward and time of open tasks: where the sliders end (spec section 9). */
export function useTaskBounds(enabled: boolean) {
  const { data } = useQuery({
    queryKey: ['GET /api/tasks', 'bounds'],
    queryFn: async () => {
      const [dearest, longest] = await Promise.all([
        call('GET /api/tasks', { sort: 'reward-high', limit: 1 }),
        call('GET /api/tasks', { sort: 'time-high', limit: 1 }),
      ])
      return { reward: dearest[0]?.reward, time: longest[0]?.estimatedTime }
    },
    enabled,
  })
  return { reward: data?.reward ?? bounds.reward.max, time: data?.time ?? bounds.time.max }
}

/** One task, shown at once from any list that already has it. */
export function useTask(id: string) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['GET /api/tasks/{id}', { id }],
    queryFn: () => call('GET /api/tasks/{id}', { id }),
    placeholderData: () => listedTask(client.getQueriesData({ queryKey: ['GET /api/tasks'] }), id),
  })
}

function listedTask(caches: [unknown, unknown][], id: string): Task | undefined {
  for (const [, data] of caches) {
    const tasks = Array.isArray(data)
      ? (data as Task[])
      : (data as { pages?: { items: Task[] }[] } | undefined)?.pages?.flatMap((page) => page.items)
    const found = tasks?.find((task) => task.id === id)
    if (found) return found
  }
  return undefined
}

/** The viewer's own submission to a task; only asked for signed-in people. */
export function useUserSubmission(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['GET /api/tasks/{id}/user-submission', { id }],
    queryFn: () => call('GET /api/tasks/{id}/user-submission', { id }),
    enabled,
  })
}
