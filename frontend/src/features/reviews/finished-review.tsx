import { useEffect } from 'react'
import { canReview } from '../../../../domain/submission.ts'
import { formatDateTime } from '../../lib/format.ts'
import { AppealRecord } from '../../ui/appeal-record.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { UserName } from '../../ui/user.tsx'
import { DecideAppeal } from './decide-appeal.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { ProofParts } from './proof-view.tsx'
import type { ReviewProps } from './review-session.ts'
import { useReview } from './use-review.ts'

/** A reviewed submission: notes, reviewer, date, and only a Close button. */
export function FinishedReview(props: ReviewProps) {
  const { submission, task, user, onClose } = props
  const { payment, pay } = useReview(props)
  const { status, transactionHash, reviewNotes, reviewedBy, reviewedAt, appeal } = submission
  const isUnpaid = status === 'approved' && !transactionHash && canReview(user, task, submission)
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
        {reviewedBy ? (
          <>
            Reviewed by <UserName id={reviewedBy} name={submission.reviewerName} />
          </>
        ) : (
          'Approved automatically'
        )}{' '}
        on {formatDateTime(reviewedAt)}
      </p>
      {appeal && (
        <AppealRecord submission={submission} appeal={appeal}>
          {(appeal.proofLink || appeal.proofText || appeal.proofFileUrl) && (
            <div className="flex flex-col gap-4">
              <h4 className="font-semibold text-sm">Corrected proof</h4>
              <ProofParts proof={appeal} />
            </div>
          )}
        </AppealRecord>
      )}
      {status === 'approved' && (
        <PaymentReceipt
          amount={task.reward}
          payment={payment}
          transactionHash={transactionHash}
          onAskAgain={() => void pay()}
        />
      )}
      {user.isAdmin && appeal?.status === 'open' ? (
        <DecideAppeal {...props} />
      ) : (
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        </DialogFooter>
      )}
    </section>
  )
}
