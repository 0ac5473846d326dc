import { serve } from '../http/serve.ts'
import { updateUsername } from '../market/usernames.ts'
import * as users from '../market/users.ts'

export const handler = serve('users', {
  'GET /api/users/{userId}': users.publicProfile,
  'GET /api/leaderboard': users.leaderboard,
  'GET /api/profiles/{username}': users.profileByName,
  'POST /api/user/update-profile': users.updateProfile,
  'POST /api/user/update-username': updateUsername,
})
