import { describeApi, health } from '../http/about-api.ts'
import { serve } from '../http/serve.ts'
import { dashboard } from '../market/admin.ts'
import * as lists from '../market/lists.ts'

export const handler = serve('admin', {
  'GET /api/admin/dashboard': dashboard,
  'GET /api/admin/overview': lists.overview,
  'GET /api/admin/users': lists.allUsers,
  'GET /api/admin/tasks': lists.allTasks,
  'GET /api/health': health,
  'GET /api/openapi.json': describeApi,
})
