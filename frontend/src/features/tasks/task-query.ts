import { useQuery, useQueryClient } from '@tanstack/react-query'
import { placesLeft } from '../../../../domain/places.ts'
import type { Task } from '../../../../domain/task.ts'
import { apiQuery } from '../../lib/query.ts'
import { listedTask } from './queries.ts'

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
