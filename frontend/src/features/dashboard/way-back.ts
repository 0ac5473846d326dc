import type { Dashboard } from '../../../../domain/views.ts'

type Created = Dashboard['createdTasks'][number]

/** What a creator can do about the money that nobody has claimed. */
export type Way = 'none' | 'review-first' | 'close' | 'refund' | 'returning' | 'returned'

/**
 * `now` in milliseconds. From the refund time on the creator's own wallet does it, which needs nobody else; but not while
 * a reward is still on its way: the contract would give that back too, so the server closes the task after it.
 */
export function wayBack(task: Created, now: number): Way {
  if (task.refund) return task.refund.status === 'paid' ? 'returned' : 'returning'
  if (task.completions >= task.maxCompletions) return 'none'
  const paid = task.submissions.filter(({ transactionHash }) => transactionHash).length
  if (now >= task.escrow.refundableAt * 1000 && paid >= task.completions) return 'refund'
  return task.submissions.some(({ status }) => (status ?? 'pending') === 'pending') ? 'review-first' : 'close'
}
