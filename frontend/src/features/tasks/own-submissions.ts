import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'
import { queryKey } from '../../lib/query.ts'

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
