import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { callAgain, type Output } from './api.ts'
import { apiQuery } from './query.ts'

type PartRoute = 'GET /api/dashboard' | 'GET /api/admin/dashboard'

interface Options {
  refetchInterval?: number | false
  retry?: number
  retryDelay?: number
}

/**
 * Reads the first rows of a dashboard, and then all. While `isPlaceholderData` is true, `data` has only the first rows: the page
 * then has `data-part`, which hides what is not known yet.
 */
export function useWithFirstPart<K extends PartRoute>(route: K, options: Options) {
  const client = useQueryClient()
  const all = apiQuery<PartRoute>(route)
  const first = useQuery({
    ...apiQuery<PartRoute>(route, { part: 'first' }),
    enabled: !client.getQueryData(all.queryKey),
  })
  // After the first rows are on the screen.
  const isNext = useDeferredValue(!first.isLoading, false)
  return useQuery({
    ...all,
    // Rows of the first part stay the same objects. If it has all rows, its ETag makes the answer empty.
    queryFn: () => callAgain<PartRoute>(route, {}, client.getQueryData(all.queryKey) ?? first.data),
    enabled: isNext,
    placeholderData: first.data as never,
    ...options,
  }) as UseQueryResult<Output<K>>
}
