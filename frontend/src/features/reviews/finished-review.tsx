import { useEffect, useRef } from 'react'
import { canReview } from '../../../../domain/review-rights.ts'
import { formatDateTime, formatNumber } from '../../lib/format.ts'
import { AppealRecord } from '../../ui/appeal-record.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { UserName } from '../../ui/user.tsx'
import { DecideAppeal } from './decide-appeal.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { ProofParts } from './proof.tsx'
import type { ReviewProps } from './review-session.ts'
import type { Reviewing } from './use-review.ts'

/** A reviewed submission: notes, reviewer, date, appeal and payment. */
export function FinishedReview(props: ReviewProps & { reviewing: Reviewing }) {
  const { submission, task, user, queue, onClose, reviewing } = props
  const { error, payment, pay } = reviewing
  const { status, transactionHash, reviewNotes, reviewedBy, reviewedAt, appeal } = submission
  const isUnpaid =
    status === 'approved' && !transactionHash && payment === null && canReview(user, task, submission)
  // If the browser was closed between the approval and the release, this requests the release again. It is idempotent.
  useEffect(() => {
    if (isUnpaid) void pay(true)
  }, [isUnpaid, pay])
  // The proof may have been scrolled, and each state changes the section's height.
  const section = useRef<HTMLElement>(null)
  const stands = payment?.state
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state changes the section's height
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [stands])

  return (
    <section ref={section} className="flex scroll-my-5 flex-col gap-5 border-line border-b pb-6">
      {error && <Notice tone="bad">{error}</Notice>}
      {status === 'approved' && (
        <PaymentReceipt
          amount={task.reward}
          payment={payment}
          transactionHash={transactionHash}
          onAskAgain={() => void pay()}
        />
      )}
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
      {user.isAdmin && appeal?.status === 'open' ? (
        <DecideAppeal {...props} />
      ) : (
        <CloseOrNext queue={queue} onClose={onClose} />
      )}
    </section>
  )
}

/** The buttons below a submission that has a verdict. */
export const CloseOrNext = ({ queue, onClose }: Pick<ReviewProps, 'queue' | 'onClose'>) => (
  <DialogFooter>
    <Button variant={queue?.showNext ? 'quiet' : 'secondary'} onClick={onClose}>
      Close
    </Button>
    {queue?.showNext && (
      <Button onClick={queue.showNext} autoFocus>
        Next submission ({formatNumber(queue.left)} left)
      </Button>
    )}
  </DialogFooter>
)
