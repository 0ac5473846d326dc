import type { Dashboard } from '../../../../domain/views.ts'

type Created = Dashboard['createdTasks'][number]

/** What a creator can do about the money that nobody has claimed. */
export type Way = 'none' | 'review-first' | 'close' | 'refund' | 'returning' | 'returned'

/** `now` in milliseconds. From the refund time on the creator's own wallet does it, which needs nobody else. */
export function wayBack(task: Created, now: number): Way {
  if (task.refund) return task.refund.status === 'paid' ? 'returned' : 'returning'
  if (task.completions >= task.maxCompletions) return 'none'
  if (now >= task.escrow.refundableAt * 1000) return 'refund'
  return task.submissions.some(({ status }) => (status ?? 'pending') === 'pending') ? 'review-first' : 'close'
}
