import { useQuery } from '@tanstack/react-query'
import { clsx as cx } from 'clsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { PublicMoney } from '../../../domain/public-money.ts'
import { ContractCall } from '../features/money/contract-call.tsx'
import { type Figure, FiguresTable } from '../features/money/figures-table.tsx'
import { useConfig } from '../lib/config.ts'
import { formatCents, formatDateTime, formatRelative, plural } from '../lib/format.ts'
import { useTitle } from '../lib/page-head.ts'
import { apiQuery } from '../lib/query.ts'
import { Address } from '../ui/address.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Money } from '../ui/money.tsx'
import { Skeleton } from '../ui/page-states.tsx'
import { Section } from '../ui/section.tsx'
import { Time } from '../ui/time.tsx'

/** Milliseconds after which the figures are read again when the page is opened; the server keeps them as long. */
const freshFor = 30_000

/** What the escrow contract holds, owes and has paid, and how to check each figure. */
export default function MoneyPage() {
  useTitle(
    'Money',
    'What the escrow contract holds, what it owes and what it has paid, and how to check each figure yourself.',
  )
  const query = useQuery({ ...apiQuery('GET /api/money'), staleTime: freshFor })
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">Money</h1>
      <p className="mt-2 max-w-xl text-ink-2">
        What the escrow contract holds, what it owes and what it has paid. You need not believe this page:
        beside each figure is a way to check it.
      </p>
      <Loaded
        query={query}
        what="the figures"
        title="The figures could not be loaded"
        className="mt-10"
        message={(reason) => (
          <>
            <p>{reason}</p>
            <p>The money is in the contract, whatever this page shows.</p>
          </>
        )}
        placeholder={
          <>
            <Skeleton className="mt-10 h-34 max-lg:h-52" />
            {['h-58 max-lg:h-77', 'h-120 max-lg:h-186', 'h-150 max-lg:h-220'].map((height) => (
              <Skeleton key={height} className={`mt-12 ${height}`} />
            ))}
          </>
        }
      >
        {(money) => <Figures money={money} />}
      </Loaded>
    </div>
  )
}

function Figures({ money }: { money: PublicMoney }) {
  return (
    <>
      <Solvency money={money} />
      {money.chain && <FiguresTable title="In the contract" figures={contractFigures(money.chain)} />}
      <FiguresTable title="For doers and funders" figures={peopleFigures(money)} />
      {money.chain && <FiguresTable title="Keys and limits" figures={keyFigures(money.chain)} />}
      <FiguresTable title="Chain and records" figures={[reconciliation(money)]} />
      <HowToCheck readAt={money.at} />
    </>
  )
}

/** The answer to the first question: is there enough money? */
function Solvency({ money: { chain } }: { money: PublicMoney }) {
  const isCovered = chain && chain.balance >= chain.held
  const Icon = isCovered ? CircleCheck : TriangleAlert
  const tone = !chain ? 'text-amber' : isCovered ? 'text-green-ink' : 'text-red'
  return (
    <div className="torn mt-8 flex max-w-3xl gap-4 rounded-t bg-sunk px-5 pt-5 sm:px-7 sm:pt-6">
      <Icon aria-hidden="true" strokeWidth={1.75} className={cx('mt-0.5 size-7 shrink-0', tone)} />
      <div className="pb-5 sm:pb-6">
        <h2 className="text-xl">
          {!chain
            ? 'The chain does not answer at the moment'
            : isCovered
              ? 'The contract holds all that it owes'
              : 'The contract holds less than it owes'}
        </h2>
        <p className="mt-1 text-ink-2">
          {chain
            ? `It holds ${formatCents(chain.balance)} and owes ${formatCents(chain.held)}: to people whose work is approved, or back to those who funded the tasks.`
            : 'The figures below are from the marketplace’s own records. The money stays in the contract, and payments that wait are made once the chain answers again.'}
        </p>
      </div>
    </div>
  )
}

const contractFigures = ({ balance, held }: OnChain): Figure[] => [
  {
    name: 'Held',
    note: 'All tokens of the contract.',
    value: <Money amount={balance} />,
    check: <ContractCall view="token.balanceOf(escrow)" />,
  },
  {
    name: 'Owed to tasks',
    note: 'Rewards that are not paid yet. The contract must hold at least this.',
    value: <Money amount={held} tone="held" />,
    check: <ContractCall view="escrow.totalHeld()" />,
  },
]

const command = <code className="font-mono text-[0.92em]">npm run reconcile</code>

function peopleFigures({ due, failed, paid, refundsDue }: PublicMoney): Figure[] {
  const isUpperBound = due.more || failed.more
  return [
    {
      name: 'Paid',
      note: 'Rewards that doers have received.',
      value: <Amount cents={paid} prefix={isUpperBound && 'at most'} tone="paid" />,
      check: 'The transfers of the contract on the chain. Each paid proof names its transaction.',
    },
    {
      name: 'Approved, not paid yet',
      note: waiting(due, 'payment', due.oldest),
      value: (
        <Amount cents={due.amount} prefix={due.more && 'at least'} tone={due.count > 0 ? 'held' : 'ink'} />
      ),
      check: command,
    },
    {
      name: 'Of these, held for doers',
      note: 'The contract cannot return them to the funder before 21 days after the task’s refund time.',
      value: <Amount cents={due.held} prefix={due.more && 'at least'} />,
      check: 'The Held events of the contract on the chain.',
    },
    {
      name: 'Failed payments',
      note:
        failed.count > 0
          ? `${plural(failed.count, 'payment')}${failed.more ? ' or more' : ''}. An admin looks at each; the money stays in the contract.`
          : 'None.',
      value: <Amount cents={failed.amount} prefix={failed.more && 'at least'} />,
      check: command,
    },
    {
      name: 'On its way back to funders',
      note: waiting(refundsDue, 'closed task', refundsDue.oldest),
      value: <Amount cents={refundsDue.amount} prefix={refundsDue.more && 'at least'} />,
      check: command,
    },
  ]
}

function waiting(
  { count, more }: { count: number; more: boolean },
  what: string,
  oldest: string | null,
): string {
  if (!oldest) return 'Nothing waits.'
  return `${plural(count, what)}${more ? ' or more' : ''}. The oldest is from ${formatRelative(oldest, Date.now())}.`
}

interface AmountProps {
  cents: number
  prefix: string | false
  tone?: 'ink' | 'held' | 'paid'
}

const Amount = ({ cents, prefix, tone = 'ink' }: AmountProps) => (
  <span className="inline-flex flex-wrap items-baseline justify-end gap-x-2">
    {prefix && <span className="text-ink-2 text-sm">{prefix}</span>}
    <Money amount={cents} tone={tone} />
  </span>
)

type OnChain = NonNullable<PublicMoney['chain']>

const keyFigures = ({ announced, operator, dailyLimit, leftToday, pausedUntil }: OnChain): Figure[] => [
  {
    name: 'Paying wallet',
    note: 'The only wallet that can pay rewards from the contract.',
    value: <Address value={operator} what="address of the paying wallet" />,
    check: <ContractCall view="escrow.operator()" />,
  },
  {
    name: 'Daily limit',
    note: 'What the paying wallet can pay in one day, so that a stolen key has a bounded cost.',
    value: <Money amount={dailyLimit} />,
    check: <ContractCall view="escrow.dailyLimit()" />,
  },
  {
    name: 'Left today',
    note: 'Until midnight UTC.',
    value: <Money amount={leftToday} />,
    check: <ContractCall view="escrow.availableToday()" />,
  },
  {
    name: 'Pause',
    note: 'A pause stops funding and payments. It never stops refunds. A pause by the guardian ends by itself.',
    value: pausedUntil ? (
      <strong className="text-red">
        Until {pausedUntil.startsWith('9999') ? 'somebody ends it' : formatDateTime(pausedUntil)}
      </strong>
    ) : (
      'Not paused'
    ),
    check: <ContractCall view="escrow.pausedUntil()" />,
  },
  ...(announced.length > 0 ? announced.map(announcement) : [noAnnouncement]),
]

const settings = {
  operator: { name: 'Announced paying wallet', view: 'escrow.announcements(0)' },
  guardian: { name: 'Announced guardian', view: 'escrow.announcements(1)' },
  limit: { name: 'Announced daily limit', view: 'escrow.announcements(2)' },
} as const

const announcement = ({ effectiveAt, setting, value }: OnChain['announced'][number]): Figure => {
  const { name, view } = settings[setting]
  return {
    name,
    note: `Can take effect from ${formatDateTime(effectiveAt)}.`,
    value:
      setting === 'limit' ? (
        <Money amount={Number(value)} tone="held" />
      ) : (
        <Address value={value} what={`address of the ${name.toLowerCase()}`} />
      ),
    check: <ContractCall view={view} />,
  }
}

const noAnnouncement: Figure = {
  name: 'Announced changes',
  note: 'A new paying wallet, a new guardian or a higher limit is announced 48 hours before it can take effect.',
  value: 'None',
  check: (
    <span className="inline-flex min-w-0 flex-col items-start">
      {Object.values(settings).map(({ view }) => (
        <ContractCall key={view} view={view} />
      ))}
    </span>
  ),
}

function reconciliation({ reconciled }: PublicMoney): Figure {
  return {
    name: 'Last comparison',
    note: 'Every task’s money on the chain, compared with the marketplace’s records.',
    value: !reconciled ? (
      <span className="text-ink-2">Not reconciled yet</span>
    ) : (
      <span className="flex flex-col items-end">
        <strong className={reconciled.agrees ? 'text-green-ink' : 'text-red'}>
          {reconciled.agrees ? 'They agree' : 'They differ'}
        </strong>
        <Time value={reconciled.at} isRelative className="text-ink-2 text-sm" />
      </span>
    ),
    check: command,
  }
}

function HowToCheck({ readAt }: { readAt: string }) {
  const { escrowAddress, tokenAddress } = useConfig()
  return (
    <Section
      id="how-to-check"
      title="How to check"
      titleClass="mb-3 text-ink text-xl"
      className="mt-12 max-w-prose text-ink-2"
    >
      <p>
        Click a contract call: it copies a command for <code className="font-mono text-[0.92em]">cast</code>,
        a tool of Foundry, which asks the chain itself. Amounts on the chain have 18 decimals. {command}{' '}
        compares each task with the chain; operators of the marketplace can run it.
      </p>
      {escrowAddress && (
        <dl className="mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
          <dt>Escrow contract</dt>
          <dd className="max-sm:mb-2">
            <Address value={escrowAddress} what="address of the escrow contract" />
          </dd>
          <dt>Token</dt>
          <dd>
            <Address value={tokenAddress} what="address of the token" />
          </dd>
        </dl>
      )}
      <p className="mt-4 text-sm">Figures from {formatDateTime(readAt)}.</p>
    </Section>
  )
}
