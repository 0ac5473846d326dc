import { serve } from '../http/serve.ts'
import * as appeals from '../market/appeals.ts'
import { ownFile } from '../market/csv-files.ts'
import { dashboard } from '../market/dashboard.ts'
import * as lists from '../market/lists.ts'
import * as submissions from '../market/submissions.ts'
import * as waiting from '../market/waiting.ts'

export const handler = serve('submissions', {
  'GET /api/dashboard': dashboard,
  'GET /api/user/summary': lists.summary,
  'GET /api/user/submissions': lists.ownSubmissions,
  'GET /api/user/tasks': lists.ownTasks,
  'GET /api/tasks/{id}/submissions': lists.proofsOfTask,
  'GET /api/reviews': lists.reviews,
  'GET /api/tasks/{id}/user-submission': submissions.getOwn,
  'GET /api/user/completed-tasks': submissions.listCompleted,
  'POST /api/submissions': submissions.create,
  'POST /api/tasks/{id}/waiting': waiting.join,
  'DELETE /api/tasks/{id}/waiting': waiting.leave,
  'GET /api/submissions/{id}': submissions.get,
  'GET /api/user/files/{name}': ownFile,
  'POST /api/submissions/{id}/appeal': appeals.open,
  'DELETE /api/submissions/{id}/appeal': appeals.waive,
  'GET /api/admin/appeals': appeals.list,
})
