import { serve } from '../http/serve.ts'
import { decide } from '../market/appeals.ts'
import { review } from '../market/reviews.ts'

/** The only function that lets people approve: it alone, and `schedule`, can prove an approval. It decodes no picture. */
export const handler = serve('verdicts', {
  'PATCH /api/submissions/{id}': review,
  'POST /api/admin/submissions/{id}/appeal': decide,
})
