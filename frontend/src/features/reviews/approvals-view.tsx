import { Inbox } from 'lucide-react'
import { memo, useRef } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import { countUrgent } from '../../lib/review-time.ts'
import { useUrlFilters } from '../../lib/url-filters.ts'
import { Badge, ProofBadges, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogButtonLink } from '../../ui/dialog-link.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ShowMore, useIncrementalList } from '../../ui/show-more.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { UserName } from '../../ui/user.tsx'
import {
  type Approval,
  filterApprovals,
  type StatusFilter,
  statusFor,
  statusOf,
  type Tab,
  tabFor,
  tabs,
  titleOf,
} from './approvals.ts'
import { ReviewAll, ReviewHost } from './review-host.tsx'

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
const pageSize = 12

/** Submissions with search, status filter and four tabs, all stored in the URL. */
export function ApprovalsView({ approvals }: { approvals: Approval[] }) {
  const { filters, isFiltered, change, clear } = useUrlFilters(defaults)
  const tab = tabs.find((known) => known === filters.tab) ?? 'pending'
  const status = filters.status in statuses ? (filters.status as StatusFilter) : 'all'
  const found = filterApprovals(approvals, { tab, status, q: filters.q })
  const inTab = (which: Tab) => filterApprovals(approvals, { tab: which, status: 'all', q: '' })
  const pending = inTab('pending').map(({ submission }) => submission)
  const queue = pending.map(({ id }) => id)
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
            value={status}
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
        tabs={tabs.map((value) => ({
          value,
          label: labels[value],
          count: inTab(value).length,
        }))}
        value={tab}
        onChange={(next) => change({ tab: next, status: statusFor(next, status) })}
      >
        {/* The first rows are the oldest pending submissions. */}
        <TabPanel value={tab} className={isFiltered ? 'whole-only' : ''}>
          <p role="status" className="whole-only sr-only">
            {found.length} found
          </p>
          {tab === 'pending' && queue.length > 1 && (
            <ReviewAll ids={queue} urgent={countUrgent(pending, Date.now())} />
          )}
          {found.length > 0 ? (
            <Cards key={`${tab} ${status} ${filters.q}`} approvals={found} />
          ) : (
            <EmptyState
              level="h2"
              icon={Inbox}
              title="No submissions found"
              action={
                isFiltered &&
                approvals.length > 0 && (
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
          )}
        </TabPanel>
      </Tabs>
      <ReviewHost queue={queue} />
    </>
  )
}

function Cards({ approvals }: { approvals: Approval[] }) {
  const { list, shown, left, more } = useIncrementalList(approvals, pageSize)
  return (
    <>
      <ul ref={list} className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        {shown.map((approval) => (
          <li key={approval.submission.id} className="list-row">
            <ApprovalCard {...approval} />
          </li>
        ))}
      </ul>
      <ShowMore left={left} onClick={more} />
    </>
  )
}

const tones = { pending: 'held', approved: 'paid', rejected: 'quiet' } as const

/** A submission: its task, kinds of proof and submitter, with a link to its review. */
const ApprovalCard = memo((approval: Approval) => {
  const { submission, task } = approval
  const status = statusOf(approval)
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
            {titleOf(approval)}
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
          about={titleOf(approval)}
          variant={status === 'pending' ? 'primary' : 'secondary'}
        >
          {status === 'pending' ? 'Review Submission' : 'View Details'}
        </DialogButtonLink>
      </div>
    </Ticket>
  )
})
