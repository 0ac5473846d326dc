import { serve } from '../http/serve.ts'
import { leaderboard } from '../market/users.ts'

export const handler = serve('leaderboard', { 'GET /api/leaderboard': leaderboard })
