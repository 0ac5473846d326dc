import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '../../lib/dialogs.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { usePages } from '../../lib/query.ts'
import { countUrgent } from '../../lib/review-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReviewDialog } from './lazy-review-dialog.ts'

/**
 * The submissions to review: the ids of the oldest in review order, and the number of further ones. `urgent`: how many are paid
 * automatically within 24 hours; 0 if there are further ones.
 */
export interface WaitingReviews {
  ids: readonly string[]
  further: number
  urgent: number
}

/**
 * Reads the oldest submissions to review: those to the user's own tasks or, for admins without `isOwn`, all.
 * @param count the exact number that the server counts
 */
export function useReviewQueue(count: number, isOwn = false): WaitingReviews {
  const { data = [], hasNextPage } = usePages(
    'GET /api/reviews',
    { status: 'pending', ...(isOwn && { own: 'true' }) },
    { enabled: count > 0 },
  )
  const pending = count > 0 ? data : []
  return {
    ids: pending.map(({ id }) => id),
    further: hasNextPage ? Math.max(0, count - pending.length) : 0,
    urgent: hasNextPage ? 0 : countUrgent(pending, Date.now()),
  }
}

/**
 * Opens the review dialog for `?review={submission id}`. With `&queue=on`, the next submission follows each verdict.
 */
export function ReviewHost({ waiting }: { waiting: WaitingReviews }) {
  const review = useDialog('review')
  const [params] = useSearchParams()
  if (!review.value) return null
  const isQueue = params.has('queue')
  return (
    <ReviewDialog
      key={isQueue ? 'queue' : review.value}
      submissionId={review.value}
      onClose={() => void review.close()}
      queue={isQueue ? { ...waiting, show: (id) => void review.replace(id) } : null}
    />
  )
}

/** The number of submissions to review, with a link that starts to review them. */
export function ReviewAll({ waiting: { further, ids, urgent } }: { waiting: WaitingReviews }) {
  const review = useDialog('review')
  const [first, second] = ids
  useEffect(() => {
    const timer = setTimeout(() => void (first && ReviewDialog.load().catch(() => {})), 1000)
    return () => clearTimeout(timer)
  }, [first])
  if (!first) return null
  return (
    <Notice
      className="mb-6 font-medium"
      action={
        <ButtonLink {...review.link(first, second ? { queue: 'on' } : {})} size="sm">
          {second ? 'Review one by one' : 'Review it'}
        </ButtonLink>
      }
    >
      {plural(ids.length + further, 'submission')} waiting for your review.
      {urgent > 0 &&
        ` ${formatNumber(urgent)} ${urgent === 1 ? 'is' : 'are'} paid automatically within 24 hours.`}
    </Notice>
  )
}
