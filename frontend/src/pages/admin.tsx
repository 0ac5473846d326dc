import { useAppeals, useOverview } from '../features/admin/admin-data.ts'
import { SubmissionsTable, TasksTable, UsersTable } from '../features/admin/admin-tables.tsx'
import { AppealsPanel } from '../features/admin/appeals-panel.tsx'
import { AuditPanel } from '../features/admin/audit-panel.tsx'
import { Overview } from '../features/admin/overview.tsx'
import { ReportsPanel } from '../features/admin/reports-panel.tsx'
import { useAuth } from '../features/auth/auth.tsx'
import { ReviewAll, ReviewHost, useReviewQueue } from '../features/reviews/review-host.tsx'
import { useTitle } from '../lib/page-head.ts'
import { useUrlFilters } from '../lib/url-filters.ts'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/page-states.tsx'
import { TabPanel, Tabs } from '../ui/tabs.tsx'

export default function AdminPage() {
  useTitle('Admin')
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="mb-8 text-3xl sm:text-4xl">Admin Panel</h1>
      <Content />
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

/** The open tab is stored in the URL. */
const defaults = { tab: 'overview' }

function Content() {
  const { filters, change } = useUrlFilters(defaults)
  const tab: Tab = tabs.find(({ value }) => value === filters.tab)?.value ?? 'overview'
  const query = useOverview()
  const totals = query.data?.totals
  const waiting = useReviewQueue(tab === 'submissions' ? (totals?.pending ?? 0) : 0)
  const { user } = useAuth()
  const appeals = useAppeals(true)
  const counts: Partial<Record<Tab, number | undefined>> = {
    ...{ submissions: totals?.submissions, tasks: totals?.tasks, users: totals?.users },
    appeals: appeals.data?.appeals.length,
  }
  return (
    <>
      <Tabs
        label="Admin"
        tabs={tabs.map((each) => ({ ...each, count: counts[each.value] }))}
        value={tab}
        onChange={(next) => change({ tab: next })}
      >
        <TabPanel value="overview">
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
                <Skeleton className="h-44" />
                <Skeleton className="mt-12 h-96" />
              </>
            }
          >
            {(overview) => <Overview {...overview} />}
          </Loaded>
        </TabPanel>
        <TabPanel value="users">
          <UsersTable />
        </TabPanel>
        <TabPanel value="tasks">
          <TasksTable />
        </TabPanel>
        <TabPanel value="submissions">
          <ReviewAll waiting={waiting} />
          <SubmissionsTable />
        </TabPanel>
        <TabPanel value="appeals">{user && <AppealsPanel query={appeals} user={user} />}</TabPanel>
        <TabPanel value="reports">
          <ReportsPanel />
        </TabPanel>
        <TabPanel value="audit">
          <AuditPanel />
        </TabPanel>
      </Tabs>
      <ReviewHost waiting={waiting} />
    </>
  )
}
