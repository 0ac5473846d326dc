import { escrow } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { formatDate } from '../../lib/format.ts'

/** The day before which no refund of a task's escrow is possible: a week after its deadline (design section 4). */
export function lockedUntil(task: Pick<Task, 'deadline'>): string {
  return formatDate(new Date(Date.parse(task.deadline) + escrow.refundAfterDeadline * 1000).toISOString())
}
