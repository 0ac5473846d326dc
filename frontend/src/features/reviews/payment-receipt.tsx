import { Address, TransactionHash } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'
import type { Payment } from './payment.ts'

interface Props {
  /** CENTS. */
  amount: number
  payment: Payment | null
  /** Given if the payment was made before the dialog was opened. */
  transactionHash: string | null
  /** Requests the payment's state again after a failed request. */
  onAskAgain: () => void
}

/** The payout of an approved submission: amount, recipient, and transaction or status. Toasts announce its changes. */
export function PaymentReceipt({ amount, payment, transactionHash, onAskAgain }: Props) {
  const answer = payment && 'answer' in payment ? payment.answer : null
  const hash = answer?.transactionHash ?? transactionHash
  const isPaid = Boolean(hash) && payment?.state !== 'failed'
  const label = isPaid ? 'Paid' : payment?.state === 'failed' ? 'Approved, not paid' : 'Approved, to be paid'
  return (
    <Receipt className={isPaid && payment ? 'animate-rise' : ''}>
      <p className="mb-2 text-ink-2 text-sm">{label}</p>
      <Money amount={answer?.amount ?? amount} size="lg" tone={isPaid ? 'paid' : 'held'} />
      <dl className="mt-4 flex flex-col gap-1.5 pb-4 text-sm">
        {answer && (
          <ReceiptLine label="To">
            <Address value={answer.recipient} />
          </ReceiptLine>
        )}
        {isPaid && hash ? (
          <ReceiptLine label="Transaction">
            <TransactionHash value={hash} />
          </ReceiptLine>
        ) : (
          <div>
            <dt className="sr-only">Status</dt>
            <dd className={payment?.state === 'failed' ? 'text-red' : 'text-ink-2'}>{statusOf(payment)}</dd>
          </div>
        )}
      </dl>
      {payment?.state === 'unknown' && (
        <Button variant="secondary" size="sm" onClick={onAskAgain} className="mb-4">
          Check again
        </Button>
      )}
    </Receipt>
  )
}

function statusOf(payment: Payment | null): string {
  if (payment?.state === 'processing') return 'Processing token transfer…'
  if (payment?.state === 'settling')
    return 'Still settling on the chain. A payment mostly takes less than a minute. It is safe to close this window: the payment goes on by itself, and is made once.'
  if (payment?.state === 'unknown')
    return `${payment.reason} The approval stands: the payment is made by itself within minutes, and only once.`
  if (payment?.state === 'failed')
    return `Failed to release reward: ${payment.answer.reason ?? 'the transfer could not be made'}. The approval stands and the reward is still in escrow; an administrator has to look at it.`
  return 'On its way, mostly within a minute. If the chain refuses the payment, an admin checks it.'
}
