import { serve } from '../http/serve.ts'
import { money, publicMoney } from '../market/money.ts'
import { release, retry } from '../market/payouts.ts'
import { close } from '../market/refunds.ts'
import { siteConfig } from '../market/site-config.ts'

export const handler = serve('payouts', {
  'POST /api/blockchain/release-reward': release,
  'POST /api/tasks/{id}/close': close,
  'POST /api/admin/payouts/{submissionId}/retry': retry,
  'GET /api/admin/money': money,
  'GET /api/money': publicMoney,
  'GET /config.json': siteConfig,
})
