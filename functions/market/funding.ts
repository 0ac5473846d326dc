import { type JobContext, job } from '../runtime/job.ts'
import * as funding from '../table/funding.ts'
import * as tasks from '../table/tasks.ts'

/** Fundings that one run checks; the next run checks the others. */
const batchSize = 100

/** Milliseconds until a funding that is not final yet is checked again, and one that is lost. */
const checkAfter = { pending: 15 * 60_000, lost: 2 * 60_000 }

/**
 * Checks the funding of new tasks until it is final. A task is saved as soon as its funding is visible, so a reorganisation
 * can take the funding back. Then the task leaves the lists until the funding returns, and its poster sees `fundingLost`.
 * The job counts the fundings that were lost.
 */
export const checkFunding = job(
  'fundings',
  ({ at, table }) => funding.unconfirmed(table, at, batchSize),
  checkOne,
)

async function checkOne(
  { chain, config, log, now, table }: JobContext,
  recent: funding.RecentFunding,
): Promise<boolean> {
  const task = await tasks.get(table, recent.taskId)
  if (!task || task.refunded) {
    await funding.endChecks(table, recent, false)
    return false
  }
  if (!(await chain.escrow(recent.id))) {
    const next = now() + checkAfter.lost
    const isNew = !task.fundingLost && (await funding.markLost(table, recent, now(), next))
    if (isNew) log.error('funding taken back by the chain', { taskId: task.id })
    else await funding.checkNext(table, recent, next)
    return isNew
  }
  if (task.fundingLost) {
    const isListed = await tasks.listAgain(table, task, 'fundingLost', now())
    if (isListed) log.info('funding returned', { taskId: task.id })
    else return false // the task has changed meanwhile, for example was closed, so the next run checks it again
  }
  const isFinal = (await chain.escrow(recent.id, config.FINALITY - 1)) !== null
  if (isFinal) await funding.endChecks(table, recent, true)
  else await funding.checkNext(table, recent, now() + checkAfter.pending)
  return false
}
