import { serve } from '../serve.ts'

export const handler = serve('leaderboard', {})
