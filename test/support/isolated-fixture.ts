import type { Services } from '../../functions/context.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { openFixture } from './fixture.ts'
import { startIsolatedStack } from './isolated-stack.ts'

/**
 * A stack of the importing test file's own, for what everyone on a chain would feel: pausing, mining by hand, an
 * operator without gas. The file closes `stack` when it is done.
 */
export const { stack, connection } = await startIsolatedStack()
export const { openOwnServices, postedTask, submittedTo } = openFixture(connection)
export const { provider } = stack
export const own = openOwnServices()
export const operator = await own.chain.operator()

/** Approved submissions of one task, all due; `release` asks for one person's reward. */
export async function createDuePayouts(count: number) {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: count })
  const all = []
  for (let turn = 0; turn < count; turn++) all.push(await submittedTo(task))
  for (const { submission } of all) {
    await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  }
  const release = (recipientId: string) =>
    poster.request('POST /api/blockchain/release-reward', { taskId: task.id, recipientId })
  return { all, release }
}

/** One approved submission, due. */
export async function createDuePayout() {
  const { all, release } = await createDuePayouts(1)
  return { ...(all[0] as (typeof all)[number]), release }
}

export async function payoutOf({ submission }: { submission: { id: string } }) {
  const payout = await payouts.get(own.table, submission.id)
  if (!payout) throw new Error('There is no payout')
  return payout
}

export async function storedTask(id: string) {
  const task = await tasks.get(own.table, id)
  if (!task) throw new Error('There is no task')
  return task
}

/** Five seconds from these services' now. */
export const inFiveSeconds = (services: Services = own) => services.now() + 5000
