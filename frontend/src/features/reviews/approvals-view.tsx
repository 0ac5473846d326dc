import { Inbox } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { countUrgent } from '../../lib/review-time.ts'
import { useUrlFilters } from '../../lib/url-filters.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { ShowMore, useIncrementalList } from '../../ui/show-more.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { ApprovalCard } from './approval-card.tsx'
import {
  type Approval,
  filterApprovals,
  type StatusFilter,
  statusFor,
  statusOf,
  type Tab,
  tabFor,
  tabs,
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
  const { filters, active, change, clear } = useUrlFilters(defaults)
  const tab = tabs.find((known) => known === filters.tab) ?? 'pending'
  const status = filters.status in statuses ? (filters.status as StatusFilter) : 'all'
  const counts = useMemo(() => Map.groupBy(approvals, statusOf), [approvals])
  const found = useMemo(
    () => filterApprovals(approvals, { tab, status, q: filters.q }),
    [approvals, tab, status, filters.q],
  )
  const pending = filterApprovals(approvals, { tab: 'pending', status: 'all', q: '' })
  const queue = pending.map(({ submission }) => submission.id)
  const urgent = countUrgent(
    pending.map(({ submission }) => submission),
    Date.now(),
  )
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
            onChange={(event) => {
              const next = event.target.value as StatusFilter
              change({ status: next, tab: tabFor(tab, next) })
            }}
          >
            {Object.entries(statuses).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </search>
      <Tabs
        label="Submissions"
        tabs={tabs.map((value) => ({
          value,
          label: labels[value],
          count: value === 'all' ? approvals.length : (counts.get(value)?.length ?? 0),
        }))}
        value={tab}
        onChange={(next) => change({ tab: next, status: statusFor(next, status) })}
      >
        <TabPanel value={tab}>
          <p role="status" className="sr-only">
            {found.length} found
          </p>
          {tab === 'pending' && queue.length > 1 && <ReviewAll ids={queue} urgent={urgent} />}
          {found.length > 0 ? (
            <Cards key={`${tab} ${status} ${filters.q}`} approvals={found} />
          ) : (
            <Nothing filtered={active > 0 && approvals.length > 0} tab={tab} clear={clearAll} />
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
          <li key={approval.submission.id}>
            <ApprovalCard approval={approval} />
          </li>
        ))}
      </ul>
      <ShowMore left={left} onClick={more} />
    </>
  )
}

function Nothing({ filtered, tab, clear }: { filtered: boolean; tab: Tab; clear: () => void }) {
  return (
    <EmptyState
      level="h2"
      icon={Inbox}
      title="No submissions found"
      action={
        filtered && (
          <Button variant="secondary" onClick={clear}>
            Clear search and filters
          </Button>
        )
      }
    >
      {tab === 'pending'
        ? 'Nothing waits for a review here.'
        : 'What people hand in shows here, with its verdict.'}
    </EmptyState>
  )
}
