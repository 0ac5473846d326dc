import { setTimeout } from 'node:timers/promises'
import { token } from '../domain/limits.ts'
import type { TaskForm } from '../domain/task.ts'
import type { ApiUser } from './api-user.ts'

/** Milliseconds between two calls for the payment, and the most calls: on a slow chain, a run of the next minutes marks it. */
const calls = { between: 1000, most: 180 }

/**
 * Takes a task from funding to payout through the API, with a text as proof.
 *
 * @param progress called after each step with its name and a detail
 * @throws RangeError if the chain does not show that the doer got exactly the reward
 */
export async function payReward(
  poster: ApiUser,
  doer: ApiUser,
  form: TaskForm & { proofText: string },
  progress: (step: string, detail: string) => void = () => {},
): Promise<{ hash: string; before: bigint; after: bigint }> {
  const { proofText, ...task } = form
  await poster.signIn()
  const { id: recipientId } = await doer.signIn()
  const { fundedBy, id: taskId } = await poster.post(task)
  progress('Task funded and posted', fundedBy)
  const { id } = await doer.call('POST /api/submissions', { taskId, proofText })
  progress('Proof submitted', id)

  const before = await doer.balance()
  const { status } = await poster.call('PATCH /api/submissions/{id}', { id, status: 'approved' })
  progress('Submission approved', status)
  const release = () => poster.call('POST /api/blockchain/release-reward', { taskId, recipientId })
  let payout = await release()
  for (let made = 1; payout.status === 'due' && made < calls.most; made++) {
    await setTimeout(calls.between)
    payout = await release()
  }
  const hash = payout.transactionHash ?? ''
  progress(`Reward released (${payout.status})`, hash)
  const after = await doer.balance()
  const receipt = hash && (await poster.wallet.provider?.getTransactionReceipt(hash))
  const isPaid = after - before === BigInt(task.reward) * 10n ** BigInt(token.decimals)
  if (!isPaid || payout.status !== 'paid' || !receipt || receipt.status !== 1)
    throw new RangeError(
      `The doer was not paid: the payout is ${payout.status}, transaction ${hash || 'none'}.`,
    )
  return { hash, before, after }
}
