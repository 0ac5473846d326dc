import type { SubmissionStatus } from '../../../../domain/submission.ts'
import type { ReviewedSubmission } from '../../../../domain/views.ts'

export const tabs = ['pending', 'all', 'approved', 'rejected'] as const
export type Tab = (typeof tabs)[number]
export type StatusFilter = 'all' | SubmissionStatus

/** The task's title, or 'Task #id'. */
export const titleOf = ({ task, taskId }: ReviewedSubmission): string => task?.title ?? `Task #${taskId}`

/** The tab after a status was chosen: all submissions if the current tab never shows that status. */
export const tabFor = (tab: Tab, status: StatusFilter): Tab =>
  tab === 'all' || status === 'all' || tab === status ? tab : 'all'

/** The status after a tab was chosen: all if the tab never shows the current status. */
export const statusFor = (tab: Tab, status: StatusFilter): StatusFilter =>
  tabFor(tab, status) === tab ? status : 'all'
