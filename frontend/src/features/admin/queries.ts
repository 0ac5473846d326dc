import { useQuery } from '@tanstack/react-query'
import { call, type Output } from '../../lib/api.ts'

export type AdminDashboard = Output<'GET /api/admin/dashboard'>

/** Everything an admin sees, fetched once; tried again once when that fails (spec section 7). */
export function useAdminDashboard() {
  return useQuery({
    queryKey: ['GET /api/admin/dashboard'],
    queryFn: () => call('GET /api/admin/dashboard'),
    retry: 1,
    retryDelay: 1000,
  })
}

/** The money in sight of admins; looked at again every half minute, since it moves by itself. */
export function useMoney() {
  return useQuery({
    queryKey: ['GET /api/admin/money'],
    queryFn: () => call('GET /api/admin/money'),
    refetchInterval: 30_000,
  })
}
