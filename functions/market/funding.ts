import { isOpen } from '../../domain/task.ts'
import type { Services } from '../runtime/context.ts'
import * as funding from '../table/funding.ts'
import * as tasks from '../table/tasks.ts'

/** Fundings that one run checks; the next run checks the others. */
const checkedAtOnce = 100

/** Milliseconds until a funding that is not final yet is checked again, and one that is lost. */
const checkAfter = { pending: 15 * 60_000, lost: 2 * 60_000 }

/**
 * Checks the funding of new tasks until it is final. A task is saved as soon as its funding is visible, so a reorganisation
 * can take the funding back. Then the task leaves the lists until the funding returns, and its poster sees `fundingLost`.
 * @returns how many fundings were lost
 */
export async function checkFunding(services: Services): Promise<number> {
  const { log, now, table } = services
  let lost = 0
  for (const one of await funding.unconfirmed(table, now(), checkedAtOnce)) {
    try {
      if (await checkOne(services, one)) lost++
    } catch (error) {
      // An error with one funding must not prevent the others from being checked.
      log.error('funding not checked', { taskId: one.taskId, error: error as Error })
    }
  }
  return lost
}

/** @returns whether the funding was just lost */
async function checkOne({ chain, config, log, now, table }: Services, one: funding.RecentFunding) {
  const task = await tasks.get(table, one.taskId)
  if (!task || task.refunded) {
    await funding.endChecks(table, one, false)
    return false
  }
  if (!(await chain.escrow(one.escrowId))) {
    const next = now() + checkAfter.lost
    const isNew = !task.fundingLost && (await funding.markLost(table, one, now(), next))
    if (isNew) log.error('funding taken back by the chain', { taskId: task.id })
    else await funding.checkNext(table, one, next)
    return isNew
  }
  if (task.fundingLost) {
    const isMarked = await funding.markReturned(
      table,
      task,
      isOpen({ ...task, fundingLost: undefined }, now()),
    )
    if (isMarked) log.info('funding returned', { taskId: task.id })
    else return false // the task has changed meanwhile, for example was closed, so the next run checks it again
  }
  const isFinal = (await chain.escrow(one.escrowId, config.FINALITY - 1)) !== null
  if (isFinal) await funding.endChecks(table, one, true)
  else await funding.checkNext(table, one, now() + checkAfter.pending)
  return false
}
