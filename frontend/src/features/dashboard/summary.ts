import { unclaimed } from '../../../../domain/refund.ts'
import type { Submission } from '../../../../domain/submission.ts'
import type { CreatedTask, Dashboard } from '../../../../domain/views.ts'
import { isPending } from '../../lib/pending-submissions.ts'

/** The sums of a dashboard. Amounts in CENTS. */
export function summarize({ submissions, createdTasks, totals }: Dashboard) {
  const pending = submissions.filter(isPending)
  return {
    /** Sum of the rewards of the person's approved submissions. */
    earnings: totals.earned,
    approved: totals.completed,
    submissions: submissions.length,
    pending: pending.length,
    /** Rewards of submissions that wait for review. */
    waiting: pending.reduce((sum, { task }) => sum + (task?.reward ?? 0), 0),
    created: createdTasks.length,
    /** Locked in the person's own tasks, for completions not yet approved. */
    held: createdTasks.reduce((sum, task) => sum + heldFor(task), 0),
    /** Pending submissions to the user's own tasks. */
    toReview: createdTasks.flatMap((task) => task.submissions).filter(isPending).length,
  }
}
export type Summary = ReturnType<typeof summarize>

/** Whether the dashboard shows the user first as a poster: with proofs to review, or with tasks and no submissions. */
export const isPosterFirst = ({ created, submissions, toReview }: Summary): boolean =>
  toReview > 0 || (created > 0 && submissions === 0)

/** CENTS locked in a task for completions not yet approved; 0 after the refund. */
export const heldFor = (task: CreatedTask): number =>
  task.refund?.status === 'paid' ? 0 : Math.max(0, unclaimed(task))

/** Pending submissions first, the oldest of them first; then the others, the newest first. */
export const inReviewOrder = <One extends Submission>(submissions: One[]): One[] =>
  submissions.toSorted(
    (a, b) =>
      Number(isPending(b)) - Number(isPending(a)) ||
      a.createdAt.localeCompare(b.createdAt) * (isPending(a) ? 1 : -1),
  )
