import type { ReactNode } from 'react'
import { token } from '../../../../domain/limits.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import type { AdminDashboard } from './admin-data.ts'

/** The four cards of the overview, as one ticket of four parts. */
export function Totals({ totals, categories }: { totals: AdminDashboard['totals']; categories: number }) {
  const { users, connectedWallets, tasks, submissions, pending, approved, rejected } = totals
  return (
    <Ticket className="grid grid-cols-2 lg:grid-cols-4">
      <Part label="Total Users" note={`${formatNumber(connectedWallets)} with connected wallets`}>
        <Count value={users} />
      </Part>
      <Part label="Total Tasks" note={plural(categories, 'category', 'categories')}>
        <Count value={tasks} />
      </Part>
      <Part
        label="Total Submissions"
        note={`${formatNumber(pending)} pending, ${formatNumber(approved)} approved, ${formatNumber(rejected)} rejected`}
        picture={<Verdicts {...totals} />}
      >
        <Count value={submissions} />
      </Part>
      <Part
        label={`${token.rewardUnit} Tokens`}
        note="paid out / total rewards"
        about="Total rewards are the reward of each task, counted once."
      >
        <span className="inline-flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Money amount={totals.paidOut} unit="" size="lg" tone="paid" />
          <span className="text-ink-2 text-lg">/ {formatNumber(totals.totalRewards)}</span>
        </span>
      </Part>
    </Ticket>
  )
}

const Count = ({ value }: { value: number }) => (
  <span className="font-[680] text-4xl leading-none tracking-[-0.02em]">{formatNumber(value)}</span>
)

/** The shares of pending, approved and rejected submissions as one bar. */
function Verdicts({ pending, approved, rejected }: AdminDashboard['totals']) {
  const parts = [
    { key: 'pending', value: pending, colour: 'bg-amber' },
    { key: 'approved', value: approved, colour: 'bg-green-ink' },
    { key: 'rejected', value: rejected, colour: 'bg-red' },
  ]
  return (
    <span aria-hidden="true" className="mt-3 flex h-1.5 gap-0.5 overflow-hidden rounded bg-line">
      {parts.map(({ key, value, colour }) => (
        <span key={key} className={colour} style={{ flexGrow: value }} />
      ))}
    </span>
  )
}

interface PartProps {
  label: string
  note: string
  /** A sentence that explains the note. */
  about?: string
  picture?: ReactNode
  children: ReactNode
}

function Part({ about, label, note, picture, children }: PartProps) {
  return (
    <div className="min-w-0 border-line border-dotted px-4 py-4 even:border-l-2 nth-[n+3]:border-t-2 sm:px-6 sm:py-6 lg:not-first:border-l-2 lg:nth-[n+3]:border-t-0">
      <h2 className="font-medium text-sm tracking-normal">{label}</h2>
      <p className="my-2">{children}</p>
      <p className="text-ink-2 text-sm">{note}</p>
      {about && <p className="mt-1 text-ink-3 text-sm">{about}</p>}
      {picture}
    </div>
  )
}
