import { ClipboardList, Hourglass, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Dashboard } from '../../../../domain/views.ts'
import { opened, useDialog } from '../../lib/dialogs.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CreatedList } from './created-task-list.tsx'
import { SubmissionList } from './submission-list.tsx'

const tabs = ['pending', 'submissions', 'created'] as const
const labels = { pending: 'My Tasks', submissions: 'My Submissions', created: 'Tasks Created' }

/**
 * Three tabs: My Tasks (with the pending submissions), My Submissions and Tasks Created. The open tab is stored in
 * the URL.
 */
export function DashboardTabs({
  dashboard,
  reviewNotice,
}: {
  dashboard: Dashboard
  /** A notice with the number of submissions that the user has to review. */
  reviewNotice: ReactNode
}) {
  const [params, setParams] = useSearchParams()
  const pending = dashboard.submissions.filter((one) => (one.status ?? 'pending') === 'pending')
  const counts = {
    pending: pending.length,
    submissions: dashboard.submissions.length,
    created: dashboard.createdTasks.length,
  }
  const value = tabs.find((tab) => tab === params.get('tab')) ?? 'pending'
  const choose = (tab: string) =>
    setParams(
      (current) => {
        current.set('tab', tab)
        return current
      },
      { replace: true },
    )
  return (
    <Tabs
      label="Dashboard"
      tabs={tabs.map((tab) => ({ value: tab, label: labels[tab], count: counts[tab] }))}
      value={value}
      onChange={choose}
    >
      <TabPanel value="pending">
        {pending.length === 0 && reviewNotice}
        {pending.length > 0 ? <SubmissionList submissions={pending} /> : <NothingPending />}
      </TabPanel>
      <TabPanel value="submissions">
        {counts.submissions > 0 ? <SubmissionList submissions={dashboard.submissions} /> : <NoSubmissions />}
      </TabPanel>
      <TabPanel value="created">
        {reviewNotice}
        {counts.created > 0 ? <CreatedList tasks={dashboard.createdTasks} /> : <NothingCreated />}
      </TabPanel>
    </Tabs>
  )
}

const browse = <ButtonLink to="/tasks">Browse tasks</ButtonLink>

function NothingPending() {
  return (
    <EmptyState icon={Hourglass} title="Nothing of yours is waiting for review" action={browse}>
      When you hand in proof for a task, it shows here until someone has reviewed it.
    </EmptyState>
  )
}

function NoSubmissions() {
  return (
    <EmptyState icon={Send} title="No submissions found" action={browse}>
      Everything you hand in shows here, with its answer and its payment.
    </EmptyState>
  )
}

function NothingCreated() {
  const create = useDialog('create')
  return (
    <EmptyState
      icon={ClipboardList}
      title="No tasks found"
      action={
        <ButtonLink to={create.to('task')} state={opened}>
          Create Task
        </ButtonLink>
      }
    >
      Tasks you post show here, with what is locked for them and what people hand in.
    </EmptyState>
  )
}
