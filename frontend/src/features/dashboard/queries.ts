import { useQuery } from '@tanstack/react-query'
import { ui } from '../../../../domain/limits.ts'
import { apiQuery } from '../../lib/query.ts'

/** The person's own dashboard; refreshed every 5 s for non-admins. */
export const useDashboard = (isAdmin: boolean) =>
  useQuery({ ...apiQuery('GET /api/dashboard'), refetchInterval: isAdmin ? false : ui.dashboardPoll })
