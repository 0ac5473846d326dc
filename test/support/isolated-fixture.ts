import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../../functions/context.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { openFixture } from './fixture.ts'
import { startIsolatedStack } from './isolated-stack.ts'

/**
 * A stack of the importing test file's own, for what everyone on a chain would feel: pausing, mining by hand, an
 * operator without gas. It pays only when the test runs `settle`. The file closes `stack` when it is done.
 */
export const { stack, connection } = await startIsolatedStack()
export const { contextOf, openOwnServices, postedTask, submittedTo } = openFixture(connection)
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

/** Runs `settle` again and again until this call is answered, as the stream and the schedule do. */
export async function whileSettling<Answer>(call: Promise<Answer>): Promise<Answer> {
  let isAnswered = false
  const answered = call.finally(() => {
    isAnswered = true
  })
  const [answer] = await Promise.all([answered, settleUntil(() => isAnswered)])
  return answer
}

async function settleUntil(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await settle(own, inFiveSeconds())
    await own.sleep(50)
  }
}

/** Changes attributes of a payout and of its approved submission in the table, so that both still agree. */
export async function rewriteApproval(
  submissionId: string,
  { recipient, slot }: Partial<Payout>,
): Promise<void> {
  const payout = await payoutOf({ submission: { id: submissionId } })
  const values = { ':wallet': recipient ?? payout.recipient, ':slot': slot ?? payout.slot }
  await own.table.write([
    { update: keys.payout(submissionId), set: 'SET recipient = :wallet, slot = :slot', values },
    {
      update: keys.submission(payout.taskId, payout.userId),
      set: 'SET wallet = :wallet, slot = :slot',
      values,
    },
  ])
}

/** Five seconds from these services' now. */
export const inFiveSeconds = (services: Services = own) => services.now() + 5000
