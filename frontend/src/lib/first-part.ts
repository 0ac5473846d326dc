import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
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
 * Attributes of the element that shows a dashboard. While only the first rows are known, CSS hides what is not known yet
 * (`whole-only`), and nothing can be clicked: an action would change rows that are about to be replaced.
 */
export const partAttributes = (isPart: boolean) => ({
  'data-part': isPart || undefined,
  'aria-busy': isPart,
  inert: isPart,
})

/**
 * Reads the first rows of a dashboard, and then all. While `isPlaceholderData` is true, `data` has only the first rows, for
 * `partAttributes`.
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
  // After a failure, the error is shown until all rows are read, not the first rows and the error in turns.
  const hasFailed = (client.getQueryState(all.queryKey)?.errorUpdateCount ?? 0) > 0
  return useQuery({
    ...all,
    // Rows of the first part stay the same objects. If it has all rows, its ETag makes the answer empty.
    queryFn: () => callAgain<PartRoute>(route, {}, client.getQueryData(all.queryKey) ?? first.data),
    enabled: isNext,
    placeholderData: (hasFailed ? undefined : first.data) as never,
    ...options,
  }) as UseQueryResult<Output<K>>
}

/** Forgets the first rows, which belong to the person who was signed in. */
export const forgetFirstParts = (client: QueryClient) =>
  client.removeQueries({
    predicate: ({ queryKey: [, input] }) => Boolean((input as { part?: string })?.part),
  })
