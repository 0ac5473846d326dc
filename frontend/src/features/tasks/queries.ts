import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { lists } from '../../../../domain/limits.ts'
import type { Task, TaskSort } from '../../../../domain/task.ts'
import { call, callPage } from '../../lib/api.ts'

/** What the list page filters by; empty texts filter nothing. */
export interface TaskFilters {
  q: string
  category: string
  sort: TaskSort
}

/** The first tasks of the home page (spec section 9: 6). */
export function useFeaturedTasks() {
  const input = { limit: lists.featured }
  return useQuery({ queryKey: ['GET /api/tasks', input], queryFn: () => call('GET /api/tasks', input) })
}

/** The list page: 9 tasks first, 6 more each time; the server filters and sorts. */
export function useTaskPages(filters: TaskFilters) {
  return useInfiniteQuery({
    queryKey: ['GET /api/tasks', 'pages', filters],
    queryFn: ({ pageParam, signal }) =>
      fullPage(filters, pageParam, pageParam === '' ? lists.tasksFirst : lists.tasksMore, signal),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

/** A request reads a bounded part of the index and may find fewer than asked: goes on until the page is full. */
async function fullPage(filters: TaskFilters, from: string, size: number, signal: AbortSignal) {
  const items: Task[] = []
  let next: string | null = from
  do {
    const page: { items: Task[]; next: string | null } = await callPage(
      'GET /api/tasks',
      {
        q: filters.q || undefined,
        category: filters.category || undefined,
        sort: filters.sort,
        limit: size - items.length,
        cursor: next || undefined,
      },
      signal,
    )
    items.push(...page.items)
    next = page.next
  } while (next && items.length < size)
  return { items, next }
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
