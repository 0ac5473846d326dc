import { serve } from '../http/serve.ts'
import * as admin from '../market/admin.ts'

export const handler = serve('admin', {
  'GET /api/admin/dashboard': admin.dashboard,
  'GET /api/health': admin.health,
  'GET /api/openapi.json': admin.describeApi,
})
