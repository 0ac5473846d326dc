import { serve } from '../http/serve.ts'
import * as notifications from '../market/notifications.ts'

export const handler = serve('notifications', {
  'GET /api/notifications': notifications.list,
  'GET /api/news': notifications.news,
  'POST /api/notifications/seen': notifications.markSeen,
  'POST /api/user/email/notifications': notifications.setMail,
  'GET /api/unsubscribe/{token}': notifications.showUnsubscribe,
  'POST /api/unsubscribe/{token}': notifications.unsubscribe,
})
