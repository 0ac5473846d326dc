import { release } from '../market/payouts.ts'
import { serve } from '../serve.ts'

export const handler = serve('payouts', { 'POST /api/blockchain/release-reward': release })
