import { Link } from 'react-router-dom'
import type { Submission } from '../../../../domain/submission.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatDateTime } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Bar } from '../../ui/bar.tsx'
import { Category } from '../../ui/category.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import type { AdminDashboard } from './admin-data.ts'
import { type CategoryShare, categoryShares, type Names, namesIn, recent } from './admin-data.ts'
import { EscrowFunds } from './escrow-funds.tsx'
import { Totals } from './totals-card.tsx'

/** The overview: totals, funds, the latest submissions and the share of each category. */
export function Overview({ dashboard }: { dashboard: AdminDashboard }) {
  const shares = categoryShares(dashboard.tasks)
  return (
    <>
      <Totals totals={dashboard.totals} categories={shares.length} />
      <EscrowFunds names={namesIn(dashboard)} />
      <div className="mt-12 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-16">
        <section aria-labelledby="recent">
          <h2 id="recent" className="mb-4 text-xl">
            Recent submissions
          </h2>
          <Recent submissions={recent(dashboard.submissions)} names={namesIn(dashboard)} />
        </section>
        <section aria-labelledby="categories">
          <h2 id="categories" className="mb-4 text-xl">
            Category distribution
          </h2>
          <Categories shares={shares} />
        </section>
      </div>
    </>
  )
}

function Recent({ submissions, names }: { submissions: Submission[]; names: Names }) {
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
              {names.task(submission.taskId)}
            </Link>
            <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-2 text-sm">
              <span className="break-all">{names.person(submission.userId)}</span>
              <time dateTime={submission.createdAt}>{formatDateTime(submission.createdAt)}</time>
            </p>
          </div>
          <StatusBadge status={submission.status} />
        </li>
      ))}
    </ul>
  )
}

function Categories({ shares }: { shares: CategoryShare[] }) {
  const most = shares[0]?.count ?? 0
  if (most === 0) return <EmptyState title="No categories found" />
  return (
    <ul className="flex flex-col gap-4">
      {shares.map(({ category, count, share }) => (
        <li key={category}>
          <p className="flex items-center justify-between gap-4">
            <Category category={category} className="text-sm" />
            <span className="text-ink-2 text-sm">
              {count} ({Math.round(share * 100)}%)
            </span>
          </p>
          <Bar value={count} of={most} className="mt-1.5 w-full" />
        </li>
      ))}
    </ul>
  )
}
