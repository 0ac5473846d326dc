import { token } from '../../../../domain/limits.ts'
import type { Notification } from '../../../../domain/notification.ts'
import { formatCents, formatNumber, plural } from '../../lib/format.ts'
import { useTokenBalance } from '../../lib/wallet/balance.ts'
import { TransactionHash } from '../../ui/address.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { Perforation, Receipt, ReceiptLine, Ticket } from '../../ui/ticket.tsx'

interface Props {
  /** Newest first; at least one. */
  payments: Notification[]
  wallet: string | null
  onClose: () => void
}

/** The moment of being paid: a ticket tears, and its amount moves from the escrow to the wallet. */
export default function PaidDialog({ payments, wallet, onClose }: Props) {
  const balance = useTokenBalance(wallet)
  const sum = payments.reduce((total, { amount = 0 }) => total + amount, 0)
  const transactions = new Set(payments.flatMap(({ transactionHash }) => transactionHash ?? []))
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="You were paid"
      initialFocus="content"
      footer={
        <>
          <ButtonLink to="/notifications" variant="quiet" onClick={onClose}>
            See all notifications
          </ButtonLink>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <Receipt className="-translate-y-1.5 -rotate-1 motion-safe:animate-tear">
        <p className="text-amber text-sm">Held in escrow for</p>
        <ul className="mt-1">
          {payments.map(({ id, taskTitle, amount = 0 }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <span dir="auto" className="line-clamp-2 wrap-anywhere">
                {taskTitle}
              </span>
              {payments.length > 1 && <span className="shrink-0 text-sm">{formatCents(amount)}</span>}
            </li>
          ))}
        </ul>
        <p aria-hidden="true" className="mt-3 pb-3">
          <Money amount={sum} tone="quiet" className="line-through" />
        </p>
      </Receipt>
      <Perforation className="border-line-strong" />
      <Ticket className="rounded-t-none border-t-0 px-5 pt-5 pb-4">
        <p className="text-green-ink text-sm">
          Paid to your wallet{payments.length > 1 && ` in ${plural(payments.length, 'payment')}`}
        </p>
        <p className="mt-2 text-green-ink motion-safe:animate-paid">
          <Money amount={sum} size="xl" />
        </p>
        <dl className="mt-5 flex flex-col gap-1.5 text-sm">
          {[...transactions].map((hash) => (
            <ReceiptLine key={hash} label="Transaction">
              <TransactionHash value={hash} />
            </ReceiptLine>
          ))}
          <ReceiptLine label="Wallet balance">
            {balance === undefined ? '…' : `${formatNumber(balance)} ${token.symbol}`}
          </ReceiptLine>
        </dl>
      </Ticket>
    </Dialog>
  )
}
