import { useMemo } from 'react'
import { lists } from '../../../domain/limits.ts'
import { type AdminDashboard, namesIn, useAdminDashboard, useAppeals } from '../features/admin/admin-data.ts'
import { SubmissionsTable, TasksTable, UsersTable } from '../features/admin/admin-tables.tsx'
import { AppealsPanel } from '../features/admin/appeals-panel.tsx'
import { AuditPanel } from '../features/admin/audit-panel.tsx'
import { Overview } from '../features/admin/overview.tsx'
import { ReportsPanel } from '../features/admin/reports-panel.tsx'
import { useAuth } from '../features/auth/auth.tsx'
import { ReviewAll, ReviewHost } from '../features/reviews/review-host.tsx'
import { partAttributes } from '../lib/first-part.ts'
import { formatNumber } from '../lib/format.ts'
import { useTitle } from '../lib/page-head.ts'
import { pendingQueue } from '../lib/pending-submissions.ts'
import { useUrlFilters } from '../lib/url-filters.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/page-states.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'

export default function AdminPage() {
  useTitle('Admin')
  const query = useAdminDashboard()
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="mb-8 text-3xl sm:text-4xl">Admin Panel</h1>
      <Loaded
        query={query}
        what="admin data"
        title="Error"
        message={(reason) => (
          <>
            <p>Failed to load admin data. {reason}</p>
            <p className="mt-1">Please ensure you have admin privileges.</p>
          </>
        )}
        placeholder={
          <>
            <Skeleton className="h-12" />
            <Skeleton className="mt-6 h-44" />
            <Skeleton className="mt-12 h-96" />
          </>
        }
      >
        {(dashboard) => (
          <div {...partAttributes(query.isPlaceholderData)}>
            <Content dashboard={dashboard} isPart={query.isPlaceholderData} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'users', label: 'Users' },
  { value: 'tasks', label: 'Tasks' },
  { value: 'submissions', label: 'Submissions' },
  { value: 'appeals', label: 'Appeals' },
  { value: 'reports', label: 'Reports' },
  { value: 'audit', label: 'Audit' },
] as const
type Tab = (typeof tabs)[number]['value']

/** The open tab and the order of its table are stored in the URL. */
const defaults = { tab: 'overview', sort: '' }

function Content({ dashboard, isPart }: { dashboard: AdminDashboard; isPart: boolean }) {
  const { filters, change } = useUrlFilters(defaults)
  const tab: Tab = tabs.find(({ value }) => value === filters.tab)?.value ?? 'overview'
  const names = useMemo(() => namesIn(dashboard), [dashboard])
  const { users, tasks, submissions, totals } = dashboard
  // The height of the page stays: while only the first rows are known, a list counts as full.
  const listed = (rows: unknown[]) => (isPart ? lists.newest : rows.length)
  const queue = pendingQueue(submissions)
  const { user } = useAuth()
  const appeals = useAppeals(!isPart)
  const counted = tabs.map((each) =>
    each.value === 'appeals' && appeals.data ? { ...each, count: appeals.data.appeals.length } : each,
  )
  return (
    <>
      <Tabs label="Admin" tabs={counted} value={tab} onChange={(next) => change({ tab: next, sort: '' })}>
        <TabPanel value="overview">
          <Overview dashboard={dashboard} names={names} />
        </TabPanel>
        <TabPanel value="users">
          <NewestOf shown={listed(users)} all={totals.users} />
          <UsersTable users={users} />
        </TabPanel>
        <TabPanel value="tasks">
          <NewestOf shown={listed(tasks)} all={totals.tasks} />
          <TasksTable tasks={tasks} names={names} />
        </TabPanel>
        {/* Pending submissions come first, and the newest ones may have a verdict. */}
        <TabPanel value="submissions" className="whole-only">
          <NewestOf shown={listed(submissions)} all={totals.submissions} />
          <ReviewAll ids={queue} />
          <SubmissionsTable submissions={submissions} names={names} />
        </TabPanel>
        <TabPanel value="appeals">{user && <AppealsPanel query={appeals} user={user} />}</TabPanel>
        <TabPanel value="reports">
          <ReportsPanel />
        </TabPanel>
        <TabPanel value="audit">
          <AuditPanel />
        </TabPanel>
      </Tabs>
      {/* The newest submissions are not the first to review. */}
      <ReviewHost queue={isPart ? [] : queue} />
    </>
  )
}

/** Says that a list contains only the newest items. */
function NewestOf({ shown, all }: { shown: number; all: number }) {
  if (shown >= all) return null
  return (
    <p className="whole-only mb-4 text-ink-2 text-sm">
      The newest {formatNumber(shown)} of {formatNumber(all)}.
    </p>
  )
}
