import { health } from '../market/health.ts'
import { serve } from '../serve.ts'

export const handler = serve('admin', { 'GET /api/health': health })
