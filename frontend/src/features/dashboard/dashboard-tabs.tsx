import { ClipboardList, Hourglass, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { CreatedTask, Dashboard } from '../../../../domain/views.ts'
import { saveCsv } from '../../lib/csv.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CreatedList } from './created-task-list.tsx'
import { EarningsSection } from './earnings-section.tsx'
import { proofRecords, spendingRecords } from './files.ts'
import { SubmissionList } from './submission-list.tsx'

const doing = [
  { value: 'pending', label: 'My Tasks', group: 'Doing' },
  { value: 'submissions', label: 'My Submissions', group: 'Doing' },
] as const
const posting = [{ value: 'created', label: 'Tasks Created', group: 'Posting' }] as const

interface Props {
  dashboard: Dashboard
  /** Whether the tabs of the poster come first. */
  isPosterFirst: boolean
  /** A notice with the number of submissions that the user has to review. */
  reviewNotice: ReactNode
  /** Further actions of a created task. */
  actionsOf: (task: CreatedTask) => ReactNode
}

const browse = <ButtonLink to="/tasks">Browse tasks</ButtonLink>

/**
 * The tabs My Tasks (with the pending submissions) and My Submissions of the doer, and Tasks Created of the poster. The open
 * tab is stored in the URL.
 */
export function DashboardTabs({ dashboard, isPosterFirst, reviewNotice, actionsOf }: Props) {
  const [params, setParams] = useSearchParams()
  const create = useDialog('create')
  const { createdTasks, submissions } = dashboard
  const pending = submissions.filter(isPending)
  const counts = { pending: pending.length, submissions: submissions.length, created: createdTasks.length }
  // The order stays while the page is open, because tabs that move while the dashboard is polled are hard to use.
  const [tabs] = useState(() => (isPosterFirst ? [...posting, ...doing] : [...doing, ...posting]))
  const value = (tabs.find((tab) => tab.value === params.get('tab')) ?? tabs[0])?.value ?? 'pending'
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
      tabs={tabs.map((tab) => ({ ...tab, count: counts[tab.value] }))}
      value={value}
      onChange={choose}
    >
      <TabPanel value="pending">
        <SubmissionList submissions={pending} />
        {pending.length === 0 && (
          <EmptyState icon={Hourglass} title="No proof of yours waits for a decision" action={browse}>
            When you submit proof for a task, it shows here until the poster has decided.
          </EmptyState>
        )}
        <EarningsSection submissions={submissions} totals={dashboard.totals} />
      </TabPanel>
      <TabPanel value="submissions">
        <SubmissionList submissions={submissions} />
        {submissions.length === 0 && (
          <EmptyState icon={Send} title="No submissions found" action={browse}>
            Each proof that you submit shows here, with its verdict and its payment.
          </EmptyState>
        )}
      </TabPanel>
      <TabPanel value="created">
        {reviewNotice}
        {createdTasks.length === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title="No tasks found"
            action={<ButtonLink {...create.link('task')}>Create Task</ButtonLink>}
          >
            Tasks you post show here, with what is locked for them and the proofs that people submit.
          </EmptyState>
        ) : (
          <>
            <PostingFiles tasks={createdTasks} />
            <CreatedList tasks={createdTasks} actionsOf={actionsOf} />
          </>
        )}
      </TabPanel>
    </Tabs>
  )
}

/** What the created tasks cost, and the proofs for them if there are any, as files. */
function PostingFiles({ tasks }: { tasks: CreatedTask[] }) {
  const hasProofs = tasks.some(({ submissions }) => submissions.length > 0)
  return (
    <p className="whole-only mb-5 flex flex-wrap items-center gap-2 text-ink-2 text-sm">
      Download as CSV:
      <Button variant="secondary" size="sm" onClick={() => saveCsv('spending', spendingRecords(tasks))}>
        Spending
      </Button>
      {hasProofs && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveCsv('proofs', proofRecords(tasks, location.origin))}
        >
          Proofs
        </Button>
      )}
    </p>
  )
}
