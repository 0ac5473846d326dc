import { Link } from 'react-router-dom'
import { chain as chainLimits, token } from '../../../../domain/limits.ts'
import { type Output, reasonOf } from '../../lib/api.ts'
import { formatCents, formatDateTime, formatNumber } from '../../lib/format.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { Address } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'
import { toast } from '../../ui/toast.ts'
import { personName, taskName, useMoney } from './admin-data.ts'

type Money = Output<'GET /api/admin/money'>

/** The state of the signing key, and failed payouts. The page /money shows the escrow's funds and debts. */
export function EscrowFunds() {
  return (
    <Section id="money" title="Money" titleClass="mb-4 text-xl" className="mt-12">
      <p className="mb-4 text-ink-2">
        The{' '}
        <Link to="/money" className="text-link">
          public figures
        </Link>{' '}
        show what the contract holds, owes and has paid.
      </p>
      <Loaded query={useMoney()} what="the money" level="h3">
        {(money) => (
          <>
            <SignerReceipt chain={money.chain} />
            <FailedPayouts {...money} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function SignerReceipt({ chain }: Pick<Money, 'chain'>) {
  if (!chain)
    return (
      <Receipt className="max-w-2xl">
        <p className="pb-5 text-red text-sm">
          The chain cannot be asked at the moment. Payouts wait; none is lost.
        </p>
      </Receipt>
    )
  const gas = Number(chain.gas) / 10 ** chainLimits.nativeDecimals
  return (
    <Receipt className="max-w-2xl">
      <dl className="flex flex-col gap-2 pb-5 text-sm">
        <ReceiptLine label="Paying wallet">
          <Address value={chain.signerAddress} what="address of the paying wallet" />
        </ReceiptLine>
        <ReceiptLine label="Gas of the wallet" className={gas === 0 ? 'text-red' : ''}>
          {gas.toLocaleString('en-US', { maximumFractionDigits: 4 })} {chainLimits.nativeSymbol}
        </ReceiptLine>
        <ReceiptLine label="Left today" className={chain.leftToday === 0 ? 'text-red' : ''}>
          {formatNumber(chain.leftToday)} of {formatNumber(chain.dailyLimit)} {token.symbol}
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

function FailedPayouts({ failed, failedMore }: Pick<Money, 'failed' | 'failedMore'>) {
  const retry = useApiMutation('POST /api/admin/payouts/{submissionId}/retry')
  const tryAgain = (submissionId: string) =>
    retry.mutateAsync({ submissionId }).then(
      ({ status, reason }) => {
        const title = { failed: 'Failed again', paid: 'Reward paid', due: 'Due again' }[status]
        if (status !== 'failed') return toast({ title, description: 'It is paid once.', tone: 'good' })
        toast({ title, description: `Failed to release reward: ${reason ?? 'no reason'}`, tone: 'bad' })
      },
      (error) => toast({ title: 'Not retried', description: reasonOf(error), tone: 'bad' }),
    )
  if (failed.length === 0) return null
  return (
    <>
      <h3 className="mt-8 mb-2 text-lg">Failed payouts{failedMore && `: the newest ${failed.length}`}</h3>
      <ul className="divide-y divide-line border-line border-y">
        {failed.map(
          ({ submissionId, taskId, taskTitle, userId, userName, recipient, amount, reason, createdAt }) => (
            <li
              key={submissionId}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5"
            >
              <div className="min-w-0 flex-1 basis-72">
                <p dir="auto" className="wrap-anywhere font-semibold">
                  {formatCents(amount)} to {personName(userName, userId)} for {taskName(taskTitle, taskId)}
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
          ),
        )}
      </ul>
    </>
  )
}
