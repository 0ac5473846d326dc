import { AppError } from '../../domain/errors.ts'
import { areClaimsPaid } from '../../domain/escrow.ts'
import { type Refund, refundOf, unclaimed } from '../../domain/refund.ts'
import type { UserContext } from '../context.ts'
import type { SubjectOf } from '../http/subject.ts'
import { settleDue } from '../payouts/settle.ts'
import * as refunds from '../table/refunds.ts'
import * as tasks from '../table/tasks.ts'

/** Milliseconds that one call waits for the chain; API Gateway gives up after 30 seconds. */
const patience = 20_000

/**
 * Closes a task for good and brings its refund to its end. Repeated calls return the same refund. A task whose escrow somebody else has closed on the chain, as anyone may once
 * it is refundable, is noted as closed.
 * @throws notFound, forbidden, conflict while a submission is pending or a reward on its way, or when nothing is left
 */
export async function close(
  context: UserContext,
  _input: unknown,
  subject: SubjectOf<'POST /api/tasks/{id}/close'>,
): Promise<Refund> {
  const { log, now, sleep, table } = context
  let { task } = subject
  while (!task.closedAt) task = await tryToClose(context, task)
  const until = now() + patience
  while (task.refunded === null && now() < until) {
    const outcome = await settleDue(context, until).catch((error: unknown) => {
      // The refund is in the table and stays due: the schedule goes on with it.
      log.warn('settle interrupted', { error: error instanceof Error ? error.name : 'unknown' })
      return 'waiting' as const
    })
    task = (await tasks.get(table, task.id)) ?? task
    if (outcome === 'waiting') break
    // Another settler is at work, or the index does not show this refund yet.
    if (task.refunded === null) await sleep(20 + Math.random() * 100)
  }
  return refundOf(task)
}

/** @returns the task as it is now: closed, or as another changed it meanwhile */
async function tryToClose({ chain, now, table }: UserContext, task: tasks.StoredTask) {
  const state = await chain.escrow(task.escrowId)
  if (!state?.closed) {
    if (unclaimed(task) === 0)
      throw new AppError('conflict', 'All rewards of this task are claimed: nothing is left to return')
    if (!state || !areClaimsPaid(state, task.completions))
      throw new AppError('conflict', 'A reward of this task is still on its way. Close it when that is paid.')
  }
  await refunds.close(table, task, new Date(now()).toISOString(), state?.closed === true)
  const after = await tasks.get(table, task.id)
  if (!after) throw new AppError('notFound', 'There is no such task')
  if (!after.closedAt && after.completions === task.completions)
    throw new AppError('conflict', 'Review the pending submissions of this task before you close it')
  return after
}
