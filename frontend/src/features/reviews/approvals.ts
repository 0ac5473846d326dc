import type { NamedSubmission, SubmissionStatus } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import type { Dashboard } from '../../../../domain/views.ts'

export interface Approval {
  submission: NamedSubmission
  task: Pick<Task, 'title' | 'reward'> | null
}

export const tabs = ['pending', 'all', 'approved', 'rejected'] as const
export type Tab = (typeof tabs)[number]
export type StatusFilter = 'all' | SubmissionStatus

export const statusOf = ({ submission }: Approval): SubmissionStatus => submission.status

export const approvalsOfCreator = ({ createdTasks }: Dashboard): Approval[] =>
  createdTasks.flatMap((task) => task.submissions.map((submission) => ({ submission, task })))

/** All submissions. The task is null if it is not among the listed tasks. */
export function approvalsOfAdmin(lists: { submissions: NamedSubmission[]; tasks: Task[] }): Approval[] {
  const tasks = new Map(lists.tasks.map((task) => [task.id, task]))
  return lists.submissions.map((submission) => ({ submission, task: tasks.get(submission.taskId) ?? null }))
}

/** The task's title, or 'Task #id'. */
export const titleOf = ({ submission, task }: Approval): string => task?.title ?? `Task #${submission.taskId}`

/** The submissions of a tab and a status whose task title or notes contain the search text, ignoring case. */
export function filterApprovals(
  approvals: Approval[],
  { tab, status, q }: { tab: Tab; status: StatusFilter; q: string },
): Approval[] {
  const searched = q.trim().toLowerCase()
  const found = approvals.filter(
    (one) =>
      (tab === 'all' || statusOf(one) === tab) &&
      (status === 'all' || statusOf(one) === status) &&
      `${titleOf(one)}\n${one.submission.notes ?? ''}`.toLowerCase().includes(searched),
  )
  const byAge = found.toSorted((a, b) => b.submission.createdAt.localeCompare(a.submission.createdAt))
  // The oldest submission first.
  return tab === 'pending' ? byAge.reverse() : byAge
}

/** The tab after a status was chosen: all submissions if the current tab never shows that status. */
export const tabFor = (tab: Tab, status: StatusFilter): Tab =>
  tab === 'all' || status === 'all' || tab === status ? tab : 'all'

/** The status after a tab was chosen: all if the tab never shows the current status. */
export const statusFor = (tab: Tab, status: StatusFilter): StatusFilter =>
  tabFor(tab, status) === tab ? status : 'all'
