import { AppError } from '../../domain/errors.ts'
import { type Refund, refundOf, unclaimed } from '../../domain/refund.ts'
import type { UserContext } from '../runtime/context.ts'
import { job } from '../runtime/job.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as audit from '../table/audit.ts'
import * as refundable from '../table/refundable.ts'
import * as refunds from '../table/refunds.ts'
import * as tasks from '../table/tasks.ts'

/**
 * Closes a task permanently: it takes no submissions. Its refund becomes due at once, or when no submission is pending,
 * appealable or under appeal any more. `settle` sends the refund once every approved reward is paid. Repeated calls return
 * the same refund.
 * @throws conflict when nothing is left to return
 */
export async function close(
  context: UserContext,
  _input: unknown,
  subject: SubjectOf<'POST /api/tasks/{id}/close'>,
): Promise<Refund> {
  const { now, table, user } = context
  const isByAdmin = user.id !== subject.task.creatorId
  let { task } = subject
  while (!task.closedAt) {
    if (unclaimed(task) === 0)
      throw new AppError('conflict', 'All rewards of this task are claimed: nothing is left to return')
    const entry = { action: 'close', subject: { kind: 'task', id: task.id } } as const
    await refunds.close(table, task, new Date(now()).toISOString(), {
      // After `refundableAt` nothing can be approved any more.
      force: now() / 1000 >= task.refundableAt,
      more: isByAdmin ? [audit.entry(context, entry)] : [],
    })
    const after = await tasks.get(table, task.id)
    if (!after) throw new AppError('notFound', 'There is no such task')
    task = after
  }
  return refundOf(task)
}

/** Tasks that one run closes; the next run closes the others. */
const batchSize = 200

/**
 * Closes tasks whose `refundableAt` has passed, and makes the refunds of closed ones due, so that `settle` returns the
 * remainder to their funders. Undecided submissions do not matter, because approvals end before `refundableAt`.
 */
export const closeRefundable = job(
  'refundable tasks',
  ({ at, table }) => refundable.before(table, at, batchSize),
  async ({ at, log, now, table }, escrow) => {
    const task = await tasks.get(table, escrow.taskId)
    if (task && now() < task.refundableAt * 1000) {
      log.error('escrow listed as refundable too early', { taskId: task.id })
      return false
    }
    const isRefundable = task && task.refunded === undefined && unclaimed(task) > 0
    const begin = task?.closedAt ? refunds.start : refunds.close
    const isClosed = isRefundable && (await begin(table, task, at, { force: true }))
    if (isClosed) log.info('task closed after its refund time', { taskId: task.id })
    await refundable.remove(table, escrow)
    return Boolean(isClosed)
  },
)
