import { QueryClient } from '@tanstack/react-query'
import { ui } from '../../../domain/limits.ts'

/** Never stale, no retries, no refetch on focus, unused data kept 5 minutes (spec sections 7 and 9). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: ui.cacheKept,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: { retry: false },
  },
})
