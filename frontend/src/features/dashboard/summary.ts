import { unclaimed } from '../../../../domain/refund.ts'
import type { OwnTask, Summary } from '../../../../domain/views.ts'

/** Whether the dashboard shows the user first as a poster: with proofs to review, or with tasks and no submissions. */
export const isPosterFirst = ({ created, submissions, toReview }: Summary): boolean =>
  toReview > 0 || (created > 0 && submissions === 0)

/** CENTS locked in a task for completions not yet approved; 0 after the refund. */
export const heldFor = (task: OwnTask): number =>
  task.refund?.status === 'paid' ? 0 : Math.max(0, unclaimed(task))
