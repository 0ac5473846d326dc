import { serve } from '../http/serve.ts'
import * as users from '../market/users.ts'

export const handler = serve('users', {
  'GET /api/users/{userId}': users.publicProfile,
  'POST /api/user/update-profile': users.updateProfile,
  'POST /api/user/update-username': users.updateUsername,
})
