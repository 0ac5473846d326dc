import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { lists } from '../../../../domain/limits.ts'
import { placesLeft } from '../../../../domain/places.ts'
import type { Task } from '../../../../domain/task.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'
import { apiQuery, queryClient, queryKey } from '../../lib/query.ts'

/** The newest tasks, for the home page: those it features and a few more. */
export function useNewestTasks() {
  const query = useQuery(apiQuery('GET /api/tasks', { limit: lists.tasksFirst }))
  // The parts of the prerendered page hydrate one after the other: an earlier one may have read the tasks.
  const isHydrating = useSyncExternalStore(subscribeToNothing, no, yes)
  return isHydrating ? { ...query, data: undefined, isPending: true } : query
}

const subscribeToNothing = () => () => {}
const no = () => false
const yes = () => true

/** Requests a task that is in no list of the cache, before it is shown. */
export async function prefetchTask(id: string): Promise<void> {
  if (!listedTask(queryClient, id)) await queryClient.prefetchQuery(apiQuery('GET /api/tasks/{id}', { id }))
}

/** The task as a list in the cache has it. */
function listedTask(client: QueryClient, id: string): Task | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: queryKey('GET /api/tasks') })) {
    const tasks = Array.isArray(data)
      ? (data as Task[])
      : (data as { pages?: { items: Task[] }[] } | undefined)?.pages?.flatMap((page) => page.items)
    const found = tasks?.find((task) => task.id === id)
    if (found) return found
  }
  return undefined
}

/** Milliseconds between two requests of a task whose places are all taken. */
const placePoll = 15_000

/** One task. Until its request is answered, the task comes from a list in the cache. Polled while all places are taken. */
export function useTask(id: string) {
  const client = useQueryClient()
  return useQuery({
    ...apiQuery('GET /api/tasks/{id}', { id }),
    placeholderData: () => listedTask(client, id),
    refetchInterval: ({ state: { data } }) => (data && waitsForPlace(data) ? placePoll : false),
  })
}

const waitsForPlace = (task: Task) =>
  task.isActive && task.completions < task.maxCompletions && placesLeft(task) === 0

/**
 * The viewer's submissions by task, in one request for all cards, and the tasks that the viewer has completed. A 401 means
 * none; any other failure is returned as `error`.
 */
export function useOwnSubmissions(user: User | null | undefined, refetchOnMount: true | 'always' = true) {
  const { data, error, isLoading } = useQuery({
    queryKey: queryKey('GET /api/user/completed-tasks', user?.id),
    queryFn: () =>
      call('GET /api/user/completed-tasks').catch((reason: unknown) => {
        if (reason instanceof ApiError && reason.status === 401)
          return { completedTaskIds: [], submissions: [] }
        throw new Error('Failed to fetch completed tasks')
      }),
    enabled: Boolean(user),
    refetchOnMount,
    // The page shows the error. Without this, cards that appear beside it would start the request again and again.
    retryOnMount: refetchOnMount === 'always',
  })
  const completed = useMemo(() => data?.completedTaskIds.toSorted() ?? [], [data])
  const byTask = useMemo(() => new Map(data?.submissions.map((one) => [one.taskId, one])), [data])
  return { completed, byTask, error, isLoading }
}
