import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'

/** Tasks that the viewer has completed. A 401 means none; any other failure is told (spec section 7). */
export function useCompletedTasks(user: User | null | undefined) {
  const { data, error, isLoading } = useQuery({
    queryKey: ['GET /api/user/completed-tasks', user?.id],
    queryFn: () =>
      call('GET /api/user/completed-tasks').catch((reason: unknown) => {
        if (reason instanceof ApiError && reason.status === 401)
          return { completedTaskIds: [], submissions: [] }
        throw new Error('Failed to fetch completed tasks')
      }),
    enabled: Boolean(user),
    refetchOnMount: 'always',
  })
  const ids = useMemo(() => data?.completedTaskIds.toSorted() ?? [], [data])
  return { ids, error, isLoading }
}
