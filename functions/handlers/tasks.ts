import { serve } from '../http/serve.ts'
import * as feeds from '../market/feeds.ts'
import { limitedList } from '../market/task-list.ts'
import { taskPage } from '../market/task-page.ts'
import * as tasks from '../market/tasks.ts'

export const handler = serve('tasks', {
  'GET /api/tasks': limitedList,
  'POST /api/tasks': tasks.create,
  'GET /api/tasks/{id}': tasks.get,
  'PATCH /api/tasks/{id}': tasks.changeText,
  'GET /t/{id}': taskPage,
  'GET /feeds/{file}': feeds.feed,
  'GET /sitemap.xml': feeds.sitemap,
  'GET /robots.txt': feeds.robots,
})
