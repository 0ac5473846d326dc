import { serve } from '../http/serve.ts'
import * as moderation from '../market/moderation.ts'

export const handler = serve('moderation', {
  'POST /api/reports': moderation.report,
  'GET /api/admin/reports': moderation.listCases,
  'POST /api/admin/reports/dismiss': moderation.dismiss,
  'POST /api/admin/tasks/{id}/visibility': moderation.setVisibility,
  'POST /api/admin/users/{userId}/suspension': moderation.setSuspension,
  'POST /api/admin/users/{userId}/visibility': moderation.setProfileVisibility,
  'GET /api/admin/audit': moderation.listAudit,
})
