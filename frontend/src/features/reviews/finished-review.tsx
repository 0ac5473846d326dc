import { useEffect } from 'react'
import { canReview } from '../../../../domain/submission.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { UserName } from '../../ui/user.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import type { ReviewProps } from './review-session.ts'
import { useReview } from './use-review.ts'

/** A reviewed submission: notes, reviewer, date, and only a Close button. */
export function FinishedReview(props: ReviewProps) {
  const { submission, task, user, onClose } = props
  const { payment, pay } = useReview(props)
  const { status, transactionHash, reviewNotes, reviewedBy, reviewedAt } = submission
  const isUnpaid = status === 'approved' && !transactionHash && canReview(user, task)
  // If the browser was closed between the approval and the release, this requests the release again. It is idempotent.
  useEffect(() => {
    if (isUnpaid) void pay(true)
  }, [isUnpaid, pay])

  return (
    <section className="flex flex-col gap-5 border-line border-b pb-7">
      <div>
        <h3 className="mb-1.5 text-ink-3 text-sm">Review notes</h3>
        {reviewNotes ? <RichText text={reviewNotes} /> : <p className="text-ink-2">No notes.</p>}
      </div>
      <p className="text-ink-2 text-sm">
        Reviewed by {reviewedBy ? <UserName id={reviewedBy} name={submission.reviewerName} /> : 'User #?'} on{' '}
        {formatDateTime(reviewedAt)}
      </p>
      {status === 'approved' && (
        <PaymentReceipt
          amount={task.reward}
          payment={payment}
          transactionHash={transactionHash}
          onAskAgain={() => void pay()}
        />
      )}
      <DialogFooter>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      </DialogFooter>
    </section>
  )
}
