import { type Terms, toBaseUnits } from './escrow.ts'
import type { Task } from './task.ts'
import type { Refund } from './views.ts'

export type { Refund }

// In a file without zod, because pages with lists of tasks use it.

/** What the chain has returned, in CENTS. `hash` is null if another transaction than one of this service has done it. */
export interface Returned {
  cents: number
  hash: string | null
}

interface Claims extends Pick<Task, 'reward' | 'maxCompletions' | 'completions'> {
  /** Of a closed task: the part that no undecided proof can claim; null while it is due, absent if there is none. */
  firstPart?: Returned | null | undefined
}

/** CENTS in the escrow that no approved submission has claimed: the refund if the task is closed now. */
export const unclaimed = ({ completions, firstPart, maxCompletions, reward }: Claims): number =>
  reward * (maxCompletions - completions) - (firstPart?.cents ?? 0)

/** CENTS that neither an approved nor an undecided submission can claim: they return as soon as the task is closed. */
export const unclaimable = (task: Claims & { undecided: number }): number =>
  unclaimed(task) - task.reward * task.undecided

/** CENTS locked in a task for completions not yet approved; 0 after the refund. */
export const heldFor = ({ refund, ...task }: Claims & { refund: Refund | null }): number => {
  const open = (part: { status: string; amount: number } | null) =>
    part && part.status !== 'paid' ? part.amount : 0
  return refund ? open(refund) + open(refund.firstPart) : unclaimed(task)
}

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

/** Whether the part that no undecided proof can claim is to return before the rest. */
export const isFirstPartDue = ({ firstPart, refunded }: Pick<Claims, 'firstPart'> & { refunded?: unknown }) =>
  firstPart === null && refunded === undefined

/**
 * The refund of a closed task. `refunded` is what the chain has returned beside the first part, null while that is due, or
 * absent before. If the refund becomes due before the first part has returned, there is no first part.
 */
export function refundOf(
  task: Claims & { undecided: number; refunded?: Returned | null | undefined },
): Refund {
  const { firstPart, refunded } = task
  const isDue = isFirstPartDue(task)
  const atOnce = isDue ? unclaimable(task) : 0
  const first = isDue
    ? { status: 'due' as const, amount: atOnce, transactionHash: null }
    : firstPart
      ? { status: 'paid' as const, amount: firstPart.cents, transactionHash: firstPart.hash }
      : null
  const amount = refunded?.cents ?? unclaimed(task) - atOnce
  const isPaid = refunded || (amount === 0 && !isDue)
  const status = isPaid ? 'paid' : amount === 0 || refunded === null ? 'due' : 'waiting'
  return { status, amount, transactionHash: refunded?.hash ?? null, firstPart: first }
}
