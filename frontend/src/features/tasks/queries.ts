import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { lists } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { call } from '../../lib/api.ts'

/** The newest tasks, for the home page: those it features and a few more. */
export function useNewestTasks() {
  const input = { limit: lists.tasksFirst }
  return useQuery({ queryKey: ['GET /api/tasks', input], queryFn: () => call('GET /api/tasks', input) })
}

const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['GET /api/tasks/{id}', { id }],
    queryFn: () => call('GET /api/tasks/{id}', { id }),
  })

/** One task, shown at once from any list that already has it. */
export function useTask(id: string) {
  const client = useQueryClient()
  return useQuery({ ...taskQuery(id), placeholderData: () => listedTask(client, id) })
}

/** Asks for a task that no list has, ahead of showing it. */
export function prefetchTask(client: QueryClient, id: string): void {
  if (!listedTask(client, id)) void client.prefetchQuery(taskQuery(id))
}

function listedTask(client: QueryClient, id: string): Task | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ['GET /api/tasks'] })) {
    const tasks = Array.isArray(data)
      ? (data as Task[])
      : (data as { pages?: { items: Task[] }[] } | undefined)?.pages?.flatMap((page) => page.items)
    const found = tasks?.find((task) => task.id === id)
    if (found) return found
  }
  return undefined
}
