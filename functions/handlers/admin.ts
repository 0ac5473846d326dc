import { serve } from '../http/serve.ts'
import { dashboard } from '../market/admin.ts'
import { health } from '../market/health.ts'
import { describeApi } from '../market/openapi.ts'

export const handler = serve('admin', {
  'GET /api/admin/dashboard': dashboard,
  'GET /api/health': health,
  'GET /api/openapi.json': describeApi,
})
