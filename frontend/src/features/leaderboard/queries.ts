import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type Output } from '../../lib/api.ts'

export type BoardSort = 'earnings' | 'tasks'
export type Entry = Output<'GET /api/leaderboard'>[number]

/** The top of the list; each order is its own list, since the server ranks. */
export function useLeaderboard(sort: BoardSort) {
  return useQuery({
    queryKey: ['GET /api/leaderboard', { sort }],
    queryFn: () => call('GET /api/leaderboard', { sort }),
    placeholderData: keepPreviousData,
  })
}
