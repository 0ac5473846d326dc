import { describeApi, health } from '../http/about-api.ts'
import { serve } from '../http/serve.ts'
import { dashboard } from '../market/admin.ts'

export const handler = serve('admin', {
  'GET /api/admin/dashboard': dashboard,
  'GET /api/health': health,
  'GET /api/openapi.json': describeApi,
})
