import { AppError } from '../../domain/errors.ts'
import { type Refund, refundOf, unclaimed } from '../../domain/refund.ts'
import type { Services, UserContext } from '../context.ts'
import type { SubjectOf } from '../http/subject.ts'
import * as refundable from '../table/refundable.ts'
import * as refunds from '../table/refunds.ts'
import * as tasks from '../table/tasks.ts'

/**
 * Closes a task permanently and makes its refund due. `settle` sends the refund once every approved reward is paid. Repeated
 * calls return the same refund.
 * @throws conflict while a submission is pending that can still be approved, or when nothing is left
 */
export async function close(
  { now, table }: UserContext,
  _input: unknown,
  subject: SubjectOf<'POST /api/tasks/{id}/close'>,
): Promise<Refund> {
  let { task } = subject
  while (!task.closedAt) {
    if (unclaimed(task) === 0)
      throw new AppError('conflict', 'All rewards of this task are claimed: nothing is left to return')
    // After `refundableAt` nothing can be approved any more.
    const whilePending = now() / 1000 >= task.refundableAt
    await refunds.close(table, task, new Date(now()).toISOString(), { whilePending })
    const after = await tasks.get(table, task.id)
    if (!after) throw new AppError('notFound', 'There is no such task')
    if (!after.closedAt && after.completions === task.completions)
      throw new AppError('conflict', 'Review the pending submissions of this task before you close it')
    task = after
  }
  return refundOf(task)
}

/** The most tasks that one call of `closeRefundable` closes; the next call closes the others. */
const closedAtOnce = 200

/**
 * Closes tasks whose `refundableAt` has passed, so that `settle` returns the remainder to their funders. It closes tasks with
 * pending submissions too, because approvals end before `refundableAt`.
 * @returns how many were closed
 */
export async function closeRefundable({ log, now, table }: Services): Promise<number> {
  const time = new Date(now()).toISOString()
  let closed = 0
  for (const escrow of await refundable.before(table, time, closedAtOnce)) {
    try {
      const task = await tasks.get(table, escrow.taskId)
      if (task && now() < task.refundableAt * 1000) {
        log.error('escrow listed as refundable too early', { taskId: task.id })
        continue
      }
      const isOpen = task && !task.closedAt && unclaimed(task) > 0
      if (isOpen && (await refunds.close(table, task, time, { whilePending: true }))) {
        log.info('task closed after its refund time', { taskId: task.id })
        closed++
      }
      await refundable.remove(table, escrow)
    } catch (error) {
      // An error with one task must not prevent the others from being closed.
      log.error('task not closed after its refund time', { taskId: escrow.taskId, error: error as Error })
    }
  }
  return closed
}
