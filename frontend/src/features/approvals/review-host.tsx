import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useDialog } from '../../lib/dialogs.ts'

const ReviewDialog = lazy(() => import('../submissions/review-dialog.tsx'))

/**
 * The review dialog that `?review={submission id}` asks for. `queue`: pending submissions in the order of review;
 * `refreshes`: the route whose answer a verdict changes.
 */
export function ReviewHost({
  queue,
  refreshes,
}: {
  queue: readonly string[]
  refreshes: 'GET /api/dashboard' | 'GET /api/admin/dashboard'
}) {
  const review = useDialog('review')
  const client = useQueryClient()
  if (!review.value) return null
  return (
    <Suspense>
      <ReviewDialog
        key={review.value}
        submissionId={review.value}
        open
        onOpenChange={(open) => !open && review.close()}
        onReviewed={() => void client.invalidateQueries({ queryKey: [refreshes] })}
        queue={queue}
      />
    </Suspense>
  )
}
