import { serve } from '../http/serve.ts'
import { list } from '../market/task-list.ts'
import * as tasks from '../market/tasks.ts'

export const handler = serve('tasks', {
  'GET /api/tasks': list,
  'POST /api/tasks': tasks.create,
  'GET /api/tasks/{id}': tasks.get,
  'PATCH /api/tasks/{id}': tasks.changeText,
})
