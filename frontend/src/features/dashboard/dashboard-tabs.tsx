import { ClipboardList, Hourglass, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { OwnTask, Summary } from '../../../../domain/views.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CreatedList } from './created-task-list.tsx'
import { EarningsSection } from './earnings-section.tsx'
import { FileButton } from './file-button.tsx'
import { SubmissionList } from './submission-list.tsx'
import { isPosterFirst } from './summary.ts'

const doing = [
  { value: 'pending', label: 'My Tasks', group: 'Doing' },
  { value: 'submissions', label: 'My Submissions', group: 'Doing' },
] as const
const posting = [{ value: 'created', label: 'Tasks Created', group: 'Posting' }] as const

interface Props {
  summary: Summary
  /** A notice with the number of submissions that the user has to review. */
  reviewNotice: ReactNode
  /** Further actions of a created task. */
  actionsOf: (task: OwnTask) => ReactNode
}

const browse = <ButtonLink to="/tasks">Browse tasks</ButtonLink>

/**
 * The tabs My Tasks (with the pending submissions) and My Submissions of the doer, and Tasks Created of the poster. The open
 * tab is stored in the URL.
 */
export function DashboardTabs({ summary, reviewNotice, actionsOf }: Props) {
  const [params, setParams] = useSearchParams()
  const create = useDialog('create')
  const { created, pending, submissions } = summary
  const counts = { pending, submissions, created }
  // The order stays while the page is open, because tabs that move while news arrive are hard to use.
  const [tabs] = useState(() => (isPosterFirst(summary) ? [...posting, ...doing] : [...doing, ...posting]))
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
        <SubmissionList
          status="pending"
          empty={
            <EmptyState icon={Hourglass} title="No proof of yours waits for a decision" action={browse}>
              When you submit proof for a task, it shows here until the poster has decided.
            </EmptyState>
          }
        />
        <EarningsSection {...summary} />
      </TabPanel>
      <TabPanel value="submissions">
        <SubmissionList
          empty={
            <EmptyState icon={Send} title="No submissions found" action={browse}>
              Each proof that you submit shows here, with its verdict and its payment.
            </EmptyState>
          }
        />
      </TabPanel>
      <TabPanel value="created">
        {reviewNotice}
        {created > 0 && <PostingFiles summary={summary} />}
        <CreatedList
          actionsOf={actionsOf}
          empty={
            <EmptyState
              icon={ClipboardList}
              title="No tasks found"
              action={<ButtonLink {...create.link('task')}>Create Task</ButtonLink>}
            >
              Tasks you post show here, with what is locked for them and the proofs that people submit.
            </EmptyState>
          }
        />
      </TabPanel>
    </Tabs>
  )
}

/** What the created tasks cost, and the proofs for them if there are any, as files. */
function PostingFiles({ summary: { receivedApproved, receivedRejected, toReview } }: { summary: Summary }) {
  return (
    <p className="mb-5 flex flex-wrap items-center gap-2 text-ink-2 text-sm">
      Download as CSV:
      <FileButton file="spending">Spending</FileButton>
      {toReview + receivedApproved + receivedRejected > 0 && <FileButton file="proofs">Proofs</FileButton>}
    </p>
  )
}
