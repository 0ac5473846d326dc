import { type QueryClient, useQuery } from '@tanstack/react-query'
import { lists } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { apiQuery, queryKey } from '../../lib/query.ts'

/** The newest tasks, for the home page: those it features and a few more. */
export const useNewestTasks = () => useQuery(apiQuery('GET /api/tasks', { limit: lists.tasksFirst }))

/** Requests a task that is in no list of the cache, before it is shown. */
export function prefetchTask(client: QueryClient, id: string): void {
  if (!listedTask(client, id)) void client.prefetchQuery(apiQuery('GET /api/tasks/{id}', { id }))
}

/** The task as a list in the cache has it. */
export function listedTask(client: QueryClient, id: string): Task | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: queryKey('GET /api/tasks') })) {
    const tasks = Array.isArray(data)
      ? (data as Task[])
      : (data as { pages?: { items: Task[] }[] } | undefined)?.pages?.flatMap((page) => page.items)
    const found = tasks?.find((task) => task.id === id)
    if (found) return found
  }
  return undefined
}
