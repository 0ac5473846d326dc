import { Inbox } from 'lucide-react'
import { memo, useRef } from 'react'
import type { SubmissionStatus } from '../../../../domain/submission.ts'
import type { ReviewedSubmission } from '../../../../domain/views.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useUrlFilters } from '../../lib/url-filters.ts'
import { Badge, ProofBadges, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogButtonLink } from '../../ui/dialog-link.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { EmptyState, Skeleton } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { UserName } from '../../ui/user.tsx'
import { type StatusFilter, statusFor, type Tab, tabFor, tabs, titleOf } from './approvals.ts'
import { ReviewAll, ReviewHost, useReviewQueue } from './review-host.tsx'

const labels: Record<Tab, string> = {
  pending: 'Pending Review',
  all: 'All Submissions',
  approved: 'Approved',
  rejected: 'Rejected',
}
const statuses: Record<StatusFilter, string> = {
  all: 'All Statuses',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
}
const defaults = { tab: 'pending', status: 'all', q: '' }

/** The exact numbers of submissions by status. */
export type Counts = Record<SubmissionStatus, number>

/**
 * Submissions with search, status filter and four tabs, all stored in the URL. The server filters and sorts. The counts may
 * arrive after the list.
 */
export function ApprovalsView({ counts }: { counts: Counts | undefined }) {
  const { filters, isFiltered, change, clear } = useUrlFilters(defaults)
  const tab = tabs.find((known) => known === filters.tab) ?? 'pending'
  const chosen = filters.status in statuses ? (filters.status as StatusFilter) : 'all'
  const status = tab === 'all' ? chosen : tab
  const waiting = useReviewQueue(counts?.pending ?? 0)
  const all = counts && counts.pending + counts.approved + counts.rejected
  const countOf = (which: Tab) => (which === 'all' ? all : counts?.[which])
  const search = useRef<HTMLElement>(null)
  const clearAll = () => {
    clear()
    search.current?.querySelector('input')?.focus()
  }
  return (
    <>
      <search ref={search} className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <SearchBox
          label="Search submissions"
          placeholder="Task title or notes"
          value={filters.q}
          onChange={(q) => change({ q })}
        />
        <Field label="Status">
          <Select
            value={chosen}
            labels={statuses}
            onChange={(event) => {
              const next = event.target.value as StatusFilter
              change({ status: next, tab: tabFor(tab, next) })
            }}
          />
        </Field>
      </search>
      <Tabs
        label="Submissions"
        tabs={tabs.map((value) => ({ value, label: labels[value], count: countOf(value) }))}
        value={tab}
        onChange={(next) => change({ tab: next, status: statusFor(next, chosen) })}
      >
        <TabPanel value={tab}>
          {tab === 'pending' && waiting.ids.length > 1 && <ReviewAll waiting={waiting} />}
          <PagedList
            key={`${status} ${filters.q}`}
            route="GET /api/reviews"
            input={{ status, ...(filters.q.trim() && { q: filters.q.trim() }) }}
            what="submissions"
            title="The submissions could not be loaded"
            placeholder={cardsPlaceholder}
            empty={
              <EmptyState
                level="h2"
                icon={Inbox}
                title="No submissions found"
                action={
                  isFiltered &&
                  all !== 0 && (
                    <Button variant="secondary" onClick={clearAll}>
                      Clear search and filters
                    </Button>
                  )
                }
              >
                {tab === 'pending'
                  ? 'Nothing waits for a review here.'
                  : 'Submitted proofs show here, with their verdicts.'}
              </EmptyState>
            }
          >
            {(found, list) => (
              <>
                <p role="status" className="sr-only">
                  {found.length} shown
                </p>
                <ul ref={list} className="grid grid-cols-1 gap-5 lg:grid-cols-2">
                  {found.map((submission) => (
                    <li key={submission.id} className="list-row">
                      <ApprovalCard submission={submission} />
                    </li>
                  ))}
                </ul>
              </>
            )}
          </PagedList>
        </TabPanel>
      </Tabs>
      <ReviewHost waiting={waiting} />
    </>
  )
}

const cardsPlaceholder = (
  <div className="grid gap-5 lg:grid-cols-2">
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} className="h-52" />
    ))}
  </div>
)

const tones = { pending: 'held', approved: 'paid', rejected: 'quiet' } as const

/** A submission: its task, kinds of proof and submitter, with a link to its review. */
const ApprovalCard = memo(({ submission }: { submission: ReviewedSubmission }) => {
  const { status, task } = submission
  return (
    <Ticket className="flex h-full flex-col">
      <div className="flex flex-1 flex-col px-5 pt-5 pb-5 sm:px-6">
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <ProofBadges submission={submission} />
          <ReviewTime submission={submission} />
          <AppealBadge submission={submission} />
          {submission.sameProof > 0 && <Badge tone="held">Same proof × {submission.sameProof + 1}</Badge>}
        </div>
        <div className="mt-3 flex items-start justify-between gap-5">
          <h2 dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere text-lg">
            {titleOf(submission)}
          </h2>
          {task && <Money amount={task.reward} tone={tones[status]} />}
        </div>
        <p className="mt-1 text-ink-2 text-sm">{formatDateTime(submission.createdAt)}</p>
        {submission.notes && (
          <p dir="auto" className="mt-3 line-clamp-2 wrap-anywhere text-ink-2 text-sm">
            “{submission.notes}”
          </p>
        )}
      </div>
      <Perforation />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4 sm:px-6">
        <div className="min-w-0 text-ink-2 text-sm">
          <p>
            Submitted by <UserName id={submission.userId} name={submission.submitterName} />
          </p>
          {submission.reviewedBy && (
            <p>
              Reviewed by <UserName id={submission.reviewedBy} name={submission.reviewerName} />
            </p>
          )}
        </div>
        <DialogButtonLink
          dialog="review"
          value={submission.id}
          about={titleOf(submission)}
          variant={status === 'pending' ? 'primary' : 'secondary'}
        >
          {status === 'pending' ? 'Review Submission' : 'View Details'}
        </DialogButtonLink>
      </div>
    </Ticket>
  )
})
