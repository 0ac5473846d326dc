import { mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as refundable from '../table/refundable.ts'
import * as refunds from '../table/refunds.ts'
import * as tasks from '../table/tasks.ts'

/** Escrows looked at by one run; the next run goes on. */
const batchSize = 100

/** Milliseconds until an escrow that nobody has closed yet is looked at again. */
const again = 86_400_000

/**
 * Closes the tasks whose escrow somebody closed on the chain without us, as anyone may from `refundableAt` on (design
 * section 4), so that they show as closed everywhere. Each such escrow is looked at once a day until its money is back.
 * @returns how many were closed
 */
export async function noteRefunded(services: Services): Promise<number> {
  const { now, table } = services
  const time = new Date(now()).toISOString()
  const waiting = await refundable.waiting(table, time, batchSize)
  const closed = await mapWithConcurrency(waiting, (one) => lookAt(services, one, time))
  return closed.filter(Boolean).length
}

/** One that cannot be looked at waits for tomorrow, and keeps no other from it. */
async function lookAt(services: Services, one: refundable.Refundable, time: string): Promise<boolean> {
  const { log, now, table } = services
  const found = await closeWhereClosed(services, one, time).catch((error: Error) => {
    log.warn('an escrow cannot be looked at', { taskId: one.taskId, error: error.name })
    return 'later' as const
  })
  if (found === 'later') await refundable.putOff(table, one, new Date(now() + again).toISOString())
  if (found === 'over') await refundable.forget(table, one)
  return found === 'closed'
}

async function closeWhereClosed(
  { chain, log, table }: Services,
  one: refundable.Refundable,
  time: string,
): Promise<'closed' | 'later' | 'over'> {
  const task = await tasks.get(table, one.taskId)
  if (!task || task.closedAt) return 'over'
  const state = await chain.escrow(one.escrowId)
  if (!state) return 'later'
  if (!state.closed) return state.paidCount === state.slots ? 'over' : 'later'
  // The settler names the transaction; here the task closes, whatever still waits for a verdict.
  if (!(await refunds.close(table, task, time, true))) return 'later'
  log.info('closed on the chain by somebody else', { taskId: task.id })
  return 'closed'
}
