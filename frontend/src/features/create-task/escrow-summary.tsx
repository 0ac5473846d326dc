import { token } from '../../../../domain/limits.ts'
import { useConfig } from '../../lib/config.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Money } from '../../ui/money.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'

interface Props {
  /** CENTS for each completion; NaN while it is being typed. */
  reward: number
  maxCompletions: number
  /** Unix seconds. */
  refundableAt: number
  /** Whether the money is in escrow already. */
  isFunded?: boolean
  /** Whole TAX in the wallet; undefined while unknown. */
  balance?: number | undefined
}

const orZero = (value: number) => (Number.isFinite(value) && value > 0 ? value : 0)

/**
 * A receipt of the amount that goes into escrow: per completion × completions = total, and when a refund is possible.
 */
export function EscrowSummary({ reward, maxCompletions, refundableAt, isFunded = false, balance }: Props) {
  const { faucetUrl } = useConfig()
  const total = orZero(reward) * orZero(maxCompletions)
  return (
    <Receipt>
      <dl className="flex flex-col gap-2 text-sm">
        <ReceiptLine label="Per completion">
          {formatNumber(orZero(reward))} {token.rewardUnit}
        </ReceiptLine>
        <ReceiptLine label="Completions">× {formatNumber(orZero(maxCompletions))}</ReceiptLine>
        <div className="mt-2 flex items-end justify-between gap-4 border-line-strong/60 border-t pt-4">
          <dt className="font-semibold">{isFunded ? 'Held in escrow' : 'To be held in escrow'}</dt>
          <dd>
            <Money amount={total} size="lg" tone="held" />
          </dd>
        </div>
        {!isFunded && (
          <ReceiptLine label="Leaves your wallet">
            {formatNumber(total)} {token.symbol}
          </ReceiptLine>
        )}
        {balance !== undefined && (
          <ReceiptLine label="In your wallet" className={balance < total ? 'text-red' : ''}>
            {formatNumber(balance)} {token.symbol}
          </ReceiptLine>
        )}
      </dl>
      {balance !== undefined && balance < total && (
        <p className="mt-3 text-red text-sm">
          Your wallet needs {formatNumber(total - balance)} {token.symbol} more.{' '}
          {faucetUrl && (
            <ExternalLink href={faucetUrl} className="font-medium underline underline-offset-4">
              Get free test {token.symbol} from the faucet
            </ExternalLink>
          )}
        </p>
      )}
      <p className="mt-4 pb-4 text-ink-2 text-sm">
        Locked by the contract until you approve, or until your time to review a proof is over. The rest of
        the escrow returns on {formatDate(new Date(refundableAt * 1000).toISOString())} at the latest, or
        earlier if you close the task and no proof waits for a decision.
      </p>
    </Receipt>
  )
}
