import { updateUsername } from '../accounts/usernames.ts'
import * as users from '../accounts/users.ts'
import { serve } from '../http/serve.ts'

export const handler = serve('users', {
  'GET /api/users/{userId}': users.publicProfile,
  'GET /api/leaderboard': users.leaderboard,
  'GET /api/profiles/{username}': users.profileByName,
  'POST /api/user/update-profile': users.updateProfile,
  'POST /api/user/update-username': updateUsername,
})
