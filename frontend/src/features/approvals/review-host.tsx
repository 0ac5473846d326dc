import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '../../lib/dialogs.ts'
import { onDemand } from '../../lib/on-demand.tsx'

const ReviewDialog = onDemand(() => import('../submissions/review-dialog.tsx'))

/**
 * The review dialog that `?review={submission id}` asks for; with `&queue=on` the next one follows each verdict.
 * `queue`: pending submissions in the order of review; `refreshes`: the route whose answer a verdict changes.
 */
export function ReviewHost({
  queue,
  refreshes,
}: {
  queue: readonly string[]
  refreshes: 'GET /api/dashboard' | 'GET /api/admin/dashboard'
}) {
  const review = useDialog('review')
  const [params] = useSearchParams()
  const client = useQueryClient()
  if (!review.value) return null
  const isQueue = params.has('queue')
  return (
    <Suspense>
      <ReviewDialog
        key={isQueue ? 'queue' : review.value}
        submissionId={review.value}
        onClose={() => void review.close()}
        onReviewed={() => void client.invalidateQueries({ queryKey: [refreshes] })}
        queue={isQueue ? { ids: queue, show: (id) => void review.replace(id) } : null}
      />
    </Suspense>
  )
}
