import { leaderboard } from '../market/leaderboard.ts'
import { serve } from '../serve.ts'

export const handler = serve('leaderboard', { 'GET /api/leaderboard': leaderboard })
