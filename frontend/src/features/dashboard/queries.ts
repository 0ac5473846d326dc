import { ui } from '../../../../domain/limits.ts'
import { useWithFirstPart } from '../../lib/first-part.ts'

/** The person's own dashboard; refreshed every 5 s for non-admins. */
export const useDashboard = (isAdmin: boolean) =>
  useWithFirstPart('GET /api/dashboard', { refetchInterval: isAdmin ? false : ui.dashboardPoll })
