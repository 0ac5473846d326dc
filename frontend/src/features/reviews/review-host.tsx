import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '../../lib/dialogs.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ReviewDialog } from './lazy-review-dialog.ts'

/**
 * Opens the review dialog for `?review={submission id}`. With `&queue=on`, the next submission follows each verdict.
 * `queue`: pending submissions in review order.
 */
export function ReviewHost({ queue }: { queue: readonly string[] }) {
  const review = useDialog('review')
  const [params] = useSearchParams()
  if (!review.value) return null
  const isQueue = params.has('queue')
  return (
    <ReviewDialog
      key={isQueue ? 'queue' : review.value}
      submissionId={review.value}
      onClose={() => void review.close()}
      queue={isQueue ? { ids: queue, show: (id) => void review.replace(id) } : null}
    />
  )
}

/**
 * The number of pending submissions, with a link that starts to review them. `ids` in review order; `urgent`: how many of
 * them are paid automatically within 24 hours.
 */
export function ReviewAll({ ids, urgent = 0 }: { ids: readonly string[]; urgent?: number }) {
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
      <span className="whole-only">
        {plural(ids.length, 'submission')} waiting for your review.
        {urgent > 0 &&
          ` ${formatNumber(urgent)} ${urgent === 1 ? 'is' : 'are'} paid automatically within 24 hours.`}
      </span>
    </Notice>
  )
}
