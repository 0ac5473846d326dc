import * as z from 'zod'
import { type Terms, toBaseUnits } from './escrow.ts'
import { hash } from './schema.ts'
import type { Task } from './task.ts'

export const refundStatuses = ['due', 'paid'] as const

/**
 * What closing a task returns to its funder: `due` until the chain has done it. `amount` in CENTS. One that is `paid`
 * names no transaction where no node could say which it was.
 */
export const refund = z.object({
  status: z.enum(refundStatuses),
  amount: z.number().int(),
  transactionHash: hash.nullable(),
})
export type Refund = z.infer<typeof refund>

/** CENTS that no approved submission has claimed: what closing the task now would return. */
export const unclaimed = (task: Pick<Task, 'reward' | 'maxCompletions' | 'completions'>): number =>
  task.reward * (task.maxCompletions - task.completions)

/** The whole terms of a task's escrow, as its contract takes them. */
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

/** The refund of a closed task; `refunded` is what the chain has returned, null while it has not. */
export const refundOf = (
  task: Pick<Task, 'reward' | 'maxCompletions' | 'completions'> & {
    refunded?: { cents: number; hash: string | null } | null
  },
): Refund =>
  task.refunded
    ? { status: 'paid', amount: task.refunded.cents, transactionHash: task.refunded.hash }
    : { status: 'due', amount: unclaimed(task), transactionHash: null }
