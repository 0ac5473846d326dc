import { formatCents, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'
import { type ReviewSession, summarizeReviews } from './review-session.ts'

/** The end of the queue: totals of the review session and the state of its payments. */
export function ReviewSessionSummary({
  verdicts,
  onClose,
}: {
  verdicts: ReviewSession
  onClose: () => void
}) {
  const { approved, rejected, cost, paid, failed } = summarizeReviews(verdicts)
  const waiting = cost - paid - failed
  return (
    <>
      <Receipt>
        <p className="mb-2 text-ink-2 text-sm">Approved in this session</p>
        <Money amount={cost} size="lg" tone={waiting > 0 ? 'held' : 'paid'} />
        <dl className="mt-4 flex flex-col gap-1.5 pb-4 text-sm" aria-live="polite">
          <ReceiptLine label="Approved">{formatNumber(approved)}</ReceiptLine>
          <ReceiptLine label="Rejected">{formatNumber(rejected)}</ReceiptLine>
          {approved > 0 && <ReceiptLine label="Paid">{formatCents(paid)}</ReceiptLine>}
          {failed > 0 && <ReceiptLine label="Could not be paid">{formatCents(failed)}</ReceiptLine>}
          {waiting > 0 && <ReceiptLine label="On its way">{formatCents(waiting)}</ReceiptLine>}
        </dl>
      </Receipt>
      {waiting > 0 && (
        <p className="mt-4 text-ink-2 text-sm">
          It is safe to close this window: payments go on by themselves, and each is made once.
        </p>
      )}
      <DialogFooter>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogFooter>
    </>
  )
}
