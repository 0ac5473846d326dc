import { toBaseUnits } from '../../domain/escrow.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { settle } from '../../functions/payouts/settle.ts'
import type { Services } from '../../functions/runtime/context.ts'
import { keys } from '../../functions/table/keys.ts'
import type { Payout } from '../../functions/table/payouts.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { update } from '../../functions/table/table.ts'
import { openFixture } from './fixture.ts'
import { startIsolatedStack } from './isolated-stack.ts'
import type { TestUser } from './test-user.ts'

/**
 * A stack for the importing test file alone, because its tests change what all users of a chain share: they pause the
 * contract, mine blocks by hand or take the operator's gas. A payout is made only when the test runs `settle`.
 */
export const { stack, connection } = await startIsolatedStack()
export const {
  approvedProof,
  contextOf,
  newFundedUser,
  newUser,
  newVisitor,
  openOwnServices,
  postedTask,
  storedTask,
  submittedTo,
} = openFixture(connection)
export const { provider } = stack
export const own = openOwnServices()
export const operator = await own.chain.operator()

/**
 * Creates a task with approved submissions, whose payouts are due. `release` requests the release of one recipient's
 * reward.
 */
export async function createDuePayouts(count: number) {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: count })
  const all = []
  for (let turn = 0; turn < count; turn++) all.push(await submittedTo(task))
  for (const { submission } of all) await poster.approve(submission)
  const release = (recipientId: string) =>
    poster.request('POST /api/blockchain/release-reward', { taskId: task.id, recipientId })
  return { all, release }
}

/** Creates one approved submission, whose payout is due. */
export async function createDuePayout() {
  const { all, release } = await createDuePayouts(1)
  return { ...(all[0] as (typeof all)[number]), release }
}

export async function payoutOf({ submission }: { submission: { id: string } }) {
  const payout = await payouts.get(own.table, submission.id)
  if (!payout) throw new Error('There is no payout')
  return payout
}

/** Checks that each of these payouts is paid, and that its recipient got 10 CENTS for it, and nothing else. */
export async function expectPaidOnce(...all: { submission: { id: string }; doer: TestUser }[]) {
  for (const one of all) {
    expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
    expect(await one.doer.balance()).toBe(toBaseUnits(10))
  }
}

/** Services that collect in `reasons` why their settle runs wait. */
export function withReasons(services: PayoutServices = own) {
  const reasons: string[] = []
  const meter = { ...services.meter, waiting: (reason: string) => void reasons.push(reason) }
  return { reasons, services: { ...services, meter } }
}

/** Runs `settle` repeatedly until this call is answered, as the stream and the schedule do. */
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

/** Approves a submission again for another recipient or slot, in the table alone. */
export async function rewriteApproval(
  submissionId: string,
  { recipient, slot }: Partial<Payout>,
): Promise<void> {
  const payout = await payoutOf({ submission: { id: submissionId } })
  const { taskId, userId } = payout
  const changed = {
    ...payout,
    ...(recipient !== undefined && { recipient }),
    ...(slot !== undefined && { slot }),
  }
  const mac = await own.approvals.prove(changed)
  await own.table.write([
    update(keys.payout(submissionId), { set: { recipient, slot, mac } }),
    update(keys.submission(taskId, userId), { set: { wallet: recipient, slot } }),
  ])
}

/** A due payout of an escrow that no task has, with these changes. */
export const duePayout = (changes: Partial<Payout>): Payout => ({
  ...{ submissionId: '', taskId: '', userId: '', recipient: `0x${'ab'.repeat(20)}`, amount: 10, slot: 0 },
  ...{
    escrowId: `0x${'12'.repeat(32)}`,
    creatorId: '',
    refundableAt: 0,
    createdAt: new Date().toISOString(),
  },
  ...{ status: 'due', transactionHash: null, reason: null, signedHashes: [], mac: '', reviewedBy: null },
  ...changes,
})

/** The time five seconds after the current time of these services, in epoch milliseconds. */
export const inFiveSeconds = (services: Services = own) => services.now() + 5000
