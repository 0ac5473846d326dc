import { unclaimed } from '../../../../domain/refund.ts'
import type { Submission } from '../../../../domain/submission.ts'
import type { Dashboard } from '../../../../domain/views.ts'

/** The sums of a dashboard. Amounts in CENTS. */
export interface Summary {
  /** Sum of the rewards of the person's approved submissions. */
  earnings: number
  approved: number
  submissions: number
  pending: number
  /** Rewards of submissions that wait for review. */
  waiting: number
  created: number
  /** Locked in the person's own tasks, for completions not yet approved. */
  held: number
  /** Pending submissions to the user's own tasks. */
  toReview: number
}

/** The totals of a dashboard. A missing status counts as pending. */
export function summarize({ submissions, createdTasks, totals }: Dashboard): Summary {
  const of = (status: string) => submissions.filter((one) => (one.status ?? 'pending') === status)
  const rewards = (list: typeof submissions) => list.reduce((sum, one) => sum + (one.task?.reward ?? 0), 0)
  return {
    earnings: totals.earned,
    approved: totals.completed,
    submissions: submissions.length,
    pending: of('pending').length,
    waiting: rewards(of('pending')),
    created: createdTasks.length,
    held: createdTasks.reduce((sum, task) => sum + heldFor(task), 0),
    toReview: reviewQueue(createdTasks).length,
  }
}

/** CENTS locked in a task for completions not yet approved; 0 after the refund. */
export const heldFor = (task: Dashboard['createdTasks'][number]): number =>
  task.refund?.status === 'paid' ? 0 : Math.max(0, unclaimed(task))

const isPending = ({ status }: Submission) => (status ?? 'pending') === 'pending'

/** Pending submissions first, the oldest of them first; then the others, the newest first. */
export const inReviewOrder = <One extends Submission>(submissions: One[]): One[] =>
  submissions.toSorted(
    (a, b) =>
      Number(isPending(b)) - Number(isPending(a)) ||
      a.createdAt.localeCompare(b.createdAt) * (isPending(a) ? 1 : -1),
  )

/** Ids of the submissions that wait for this person's review, oldest first. */
export function reviewQueue(createdTasks: Dashboard['createdTasks']): string[] {
  return createdTasks
    .flatMap((task) => task.submissions)
    .filter(isPending)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map((one) => one.id)
}
