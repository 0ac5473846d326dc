import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { token } from '../../../../domain/limits.ts'
import type { AdminOverview } from '../../../../domain/views.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Category } from '../../ui/category.tsx'
import { Money } from '../../ui/money.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { Section } from '../../ui/section.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import { Time } from '../../ui/time.tsx'
import { personName, taskName } from './admin-data.ts'
import { EscrowFunds } from './escrow-funds.tsx'

/** The overview: totals, funds, the latest submissions and the share of each category. */
export function Overview({ totals, categories, recent }: AdminOverview) {
  return (
    <>
      <Totals totals={totals} categories={categories.length} />
      <EscrowFunds />
      <div className="mt-12 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
        <Section id="recent" title="Recent submissions" titleClass="mb-4 text-xl">
          <Recent submissions={recent} />
        </Section>
        <Section id="categories" title="Category distribution" titleClass="mb-4 text-xl">
          <Categories categories={categories} all={totals.tasks} />
        </Section>
      </div>
    </>
  )
}

/** The four cards of the overview, as one ticket of four parts. */
function Totals({ totals, categories }: { totals: AdminOverview['totals']; categories: number }) {
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

interface PartProps {
  label: string
  note: string
  /** A sentence that explains the note. */
  about?: string
  children: ReactNode
}

function Part({ about, label, note, children }: PartProps) {
  return (
    <div className="min-w-0 border-line border-dotted px-4 py-4 even:border-l-2 nth-[n+3]:border-t-2 sm:px-6 sm:py-6 lg:not-first:border-l-2 lg:nth-[n+3]:border-t-0">
      <h2 className="font-medium text-sm tracking-normal">{label}</h2>
      <p className="my-2">{children}</p>
      <p className="text-ink-2 text-sm">{note}</p>
      {about && <p className="mt-1 text-ink-3 text-sm">{about}</p>}
    </div>
  )
}

const Count = ({ value }: { value: number }) => (
  <span className="font-[680] text-4xl leading-none tracking-[-0.02em]">{formatNumber(value)}</span>
)

function Recent({ submissions }: { submissions: AdminOverview['recent'] }) {
  const review = useDialog('review')
  if (submissions.length === 0) return <EmptyState title="No submissions found" />
  return (
    <ul className="divide-y divide-line border-line border-y">
      {submissions.map((submission) => (
        <li key={submission.id} className="flex items-center justify-between gap-5 py-3.5">
          <div className="min-w-0">
            <Link
              {...review.link(submission.id)}
              dir="auto"
              className="line-clamp-2 wrap-anywhere font-semibold underline-offset-4 hover:underline"
            >
              {taskName(submission.taskTitle, submission.taskId)}
            </Link>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-2 text-sm">
              <span className="break-all">{personName(submission.submitterName, submission.userId)}</span>
              <Time value={submission.createdAt} />
            </p>
          </div>
          <StatusBadge status={submission.status} />
        </li>
      ))}
    </ul>
  )
}

function Categories({ categories, all }: Pick<AdminOverview, 'categories'> & { all: number }) {
  if (categories.length === 0) return <EmptyState title="No categories found" />
  return (
    <ul className="flex flex-col gap-4">
      {categories.map(({ category, tasks }) => (
        <li key={category}>
          <p className="flex items-center justify-between gap-4">
            <Category category={category} className="text-sm" />
            <span className="text-ink-2 text-sm">
              {tasks} ({Math.round((100 * tasks) / all)}%)
            </span>
          </p>
          <Bar value={tasks} max={categories[0]?.tasks ?? 0} className="mt-1.5 w-full" />
        </li>
      ))}
    </ul>
  )
}
