import { chain as chainOf, token } from '../../../../domain/limits.ts'
import type { Output } from '../../lib/api.ts'
import { reasonOf } from '../../lib/api.ts'
import { formatCents, formatDateTime, formatNumber, formatRelative, plural } from '../../lib/format.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'
import { toast } from '../../ui/toast.ts'
import type { Names } from './admin-data.ts'
import { useMoney, useRetryPayout } from './admin-data.ts'

type Money = Output<'GET /api/admin/money'>

/** The escrow's funds and debts, the state of the signing key, and failed payouts. */
export function EscrowFunds({ names }: { names: Names }) {
  return (
    <section aria-labelledby="money" className="mt-12">
      <h2 id="money" className="mb-4 text-xl">
        Money
      </h2>
      <Loaded query={useMoney()} what="the money" level="h3">
        {(money) => (
          <>
            <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
              <EscrowReceipt money={money} />
              <SignerReceipt money={money} />
            </div>
            <FailedPayouts failed={money.failed} names={names} />
          </>
        )}
      </Loaded>
    </section>
  )
}

/** Marks a count that stopped at its limit. */
const orMore = (more: boolean) => (more ? ' or more' : '')

function EscrowReceipt({ money: { chain, due, refundsDue, failed, failedMore } }: { money: Money }) {
  const waiting = due.oldest ? `, the oldest from ${formatRelative(due.oldest, Date.now())}` : ''
  return (
    <Receipt>
      <dl className="flex flex-col gap-2 pb-5 text-sm">
        {chain && <ReceiptLine label="Held in escrow">{formatCents(chain.held)}</ReceiptLine>}
        {chain && chain.balance !== chain.held && (
          <ReceiptLine
            label="Balance of the contract"
            className={chain.balance < chain.held ? 'text-red' : ''}
          >
            {formatCents(chain.balance)}
          </ReceiptLine>
        )}
        <ReceiptLine label="Owed for approved work">
          {formatCents(due.amount + failed.reduce((sum, { amount }) => sum + amount, 0))}
          {orMore(due.more || failedMore)}
        </ReceiptLine>
        <ReceiptLine label="Due to be paid">
          {plural(due.count, 'payout')}
          {orMore(due.more)}
          {waiting}
        </ReceiptLine>
        <ReceiptLine label="Refunds on their way">
          {plural(refundsDue.count, 'task')}, {formatCents(refundsDue.amount)}
          {orMore(refundsDue.more)}
        </ReceiptLine>
        <ReceiptLine label="Failed" className={failed.length > 0 ? 'text-red' : ''}>
          {plural(failed.length, 'payout')}
          {orMore(failedMore)}
        </ReceiptLine>
      </dl>
    </Receipt>
  )
}

function SignerReceipt({ money: { chain } }: { money: Money }) {
  if (!chain)
    return (
      <Receipt>
        <p className="pb-5 text-red text-sm">
          The chain cannot be asked at the moment. Payouts wait; none is lost.
        </p>
      </Receipt>
    )
  const gas = Number(chain.gas) / 10 ** chainOf.nativeDecimals
  return (
    <Receipt>
      <dl className="flex flex-col gap-2 pb-5 text-sm">
        <ReceiptLine label="Paying wallet">
          <Address value={chain.signerAddress} what="address of the paying wallet" />
        </ReceiptLine>
        <ReceiptLine label="Gas of the wallet" className={gas === 0 ? 'text-red' : ''}>
          {gas.toLocaleString('en-US', { maximumFractionDigits: 4 })} {chainOf.nativeSymbol}
        </ReceiptLine>
        <ReceiptLine label="Left today" className={chain.leftToday === 0 ? 'text-red' : ''}>
          {formatNumber(chain.leftToday)} of {formatNumber(chain.dailyLimit)} {token.symbol}
        </ReceiptLine>
        <ReceiptLine label="Contract">
          <Address value={chain.escrowAddress} what="address of the escrow contract" />
        </ReceiptLine>
        {!chain.signerIsOperator && (
          <Warning>The contract takes releases from another key than ours.</Warning>
        )}
        {chain.paused && <Warning>The contract is paused: nothing is paid until it is unpaused.</Warning>}
      </dl>
    </Receipt>
  )
}

const Warning = ({ children }: { children: string }) => (
  <div>
    <dt className="sr-only">Trouble</dt>
    <dd className="text-red">{children}</dd>
  </div>
)

/** Failed payouts, each with its reason and a retry button. */
function FailedPayouts({ failed, names }: { failed: Money['failed']; names: Names }) {
  const retry = useRetryPayout()
  const tryAgain = (submissionId: string) =>
    retry.mutateAsync({ submissionId }).then(
      ({ status, reason }) =>
        toast(
          status === 'failed'
            ? {
                title: 'Failed again',
                description: `Failed to release reward: ${reason ?? 'no reason'}`,
                tone: 'bad',
              }
            : {
                title: status === 'paid' ? 'Reward paid' : 'Due again',
                description: 'It is paid once.',
                tone: 'good',
              },
        ),
      (error) => toast({ title: 'Not retried', description: reasonOf(error), tone: 'bad' }),
    )
  if (failed.length === 0) return null
  return (
    <>
      <h3 className="mt-8 mb-2 text-lg">Failed payouts</h3>
      <ul className="divide-y divide-line border-line border-y">
        {failed.map(({ submissionId, taskId, userId, recipient, amount, reason, createdAt }) => (
          <li
            key={submissionId}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5"
          >
            <div className="min-w-0 flex-1 basis-72">
              <p dir="auto" className="wrap-anywhere font-semibold">
                {formatCents(amount)} to {names.person(userId)} for {names.task(taskId)}
              </p>
              <p dir="auto" className="mt-0.5 wrap-anywhere text-red text-sm">
                {reason ?? 'No reason was noted.'}
              </p>
              <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-2 text-sm">
                <Address value={recipient} />
                <span>approved {formatDateTime(createdAt)}</span>
              </p>
            </div>
            <Button
              variant="secondary"
              size="sm"
              busy={retry.isPending && retry.variables.submissionId === submissionId && 'Trying…'}
              onClick={() => void tryAgain(submissionId)}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
