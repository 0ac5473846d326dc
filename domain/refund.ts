import { type Terms, toBaseUnits } from './escrow.ts'
import type { Task } from './task.ts'
import type { Refund } from './views.ts'

export type { Refund }

// In a file without zod, because pages with lists of tasks use it.

/** CENTS that no approved submission has claimed: the refund if the task is closed now. */
export const unclaimed = (task: Pick<Task, 'reward' | 'maxCompletions' | 'completions'>): number =>
  task.reward * (task.maxCompletions - task.completions)

/** CENTS locked in a task for completions not yet approved; 0 after the refund. */
export const heldFor = (
  task: Parameters<typeof unclaimed>[0] & { refund: Pick<Refund, 'status'> | null },
): number => (task.refund?.status === 'paid' ? 0 : Math.max(0, unclaimed(task)))

/** All terms of a task's escrow, as the contract expects them. */
export const termsOf = (
  task: Pick<Task, 'reward' | 'maxCompletions'>,
  { funder, salt, refundableAt }: Pick<Terms, 'funder' | 'salt' | 'refundableAt'>,
): Terms => ({
  funder,
  reward: toBaseUnits(task.reward),
  slots: task.maxCompletions,
  refundableAt,
  salt,
})

/**
 * The refund of a closed task. `refunded` is the amount that the chain has returned, null while the refund is due, or absent
 * before.
 */
export function refundOf(
  task: Pick<Task, 'reward' | 'maxCompletions' | 'completions'> & {
    refunded?: { cents: number; hash: string | null } | null | undefined
  },
): Refund {
  const { refunded } = task
  if (refunded) return { status: 'paid', amount: refunded.cents, transactionHash: refunded.hash }
  const amount = unclaimed(task)
  const status = amount === 0 ? 'paid' : refunded === null ? 'due' : 'waiting'
  return { status, amount, transactionHash: null }
}
