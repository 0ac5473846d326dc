import * as z from 'zod'
import { address, hash, object, ulid } from './schema.ts'
import { namedSubmission, submission } from './submission.ts'
import { escrowTerms, task } from './task.ts'
import { user } from './user.ts'

/** Responses that combine tasks, submissions and users. */

/**
 * The refund of a closed task. It is `waiting` while a submission is pending, appealable or under appeal, then `due` until
 * the chain has returned the money. `amount` in CENTS. `transactionHash` of a paid refund is null if somebody else closed
 * the escrow, or nothing was left to return.
 */
export const refund = object(() => ({
  status: z.enum(['waiting', 'due', 'paid']),
  amount: z.number().int(),
  transactionHash: hash.nullable(),
}))
export type Refund = z.infer<typeof refund>

export const dashboard = object(() => ({
  submissions: z.array(submission.extend({ task: task.nullable() })),
  createdTasks: z.array(
    task.extend({
      submissions: z.array(namedSubmission),
      /** The terms with which the creator's wallet can call the contract's `refund` itself. */
      escrow: escrowTerms.extend({ funder: address }),
      /** Null unless the task is closed. */
      refund: refund.nullable(),
      /** True while the creator may change the text. */
      isEditable: z.boolean(),
    }),
  ),
  /** Totals of all approved submissions of the caller, also of those that the list leaves out. `earned` in CENTS. */
  totals: z.object({ completed: z.number().int(), earned: z.number().int() }),
}))
export type Dashboard = z.infer<typeof dashboard>
export type CreatedTask = Dashboard['createdTasks'][number]

export const userSubmission = object(() => ({ hasSubmitted: z.boolean(), submission: submission.nullable() }))
export type UserSubmission = z.infer<typeof userSubmission>

export const completedTasks = object(() => ({
  completedTaskIds: z.array(ulid),
  submissions: z.array(submission),
}))

export const adminTotals = object(() => ({
  users: z.number().int(),
  connectedWallets: z.number().int(),
  tasks: z.number().int(),
  submissions: z.number().int(),
  pending: z.number().int(),
  approved: z.number().int(),
  rejected: z.number().int(),
  /** CENTS. */
  paidOut: z.number().int(),
  /** CENTS. */
  totalRewards: z.number().int(),
}))

/**
 * `GET /api/admin/appeals`, each list oldest first: open appeals, and pending submissions whose automatic approval waits
 * (`waitsFor`). `placeFree`: an upheld appeal can be paid, because it has a place or can take one now.
 */
export const adminAppeals = object(() => ({
  appeals: z.array(namedSubmission.extend({ task, placeFree: z.boolean() })),
  waiting: z.array(namedSubmission.extend({ task })),
}))
export type AdminAppeals = z.infer<typeof adminAppeals>

export const adminDashboard = object(() => ({
  users: z.array(user),
  tasks: z.array(task),
  submissions: z.array(namedSubmission),
  totals: adminTotals,
}))

export const leaderboardEntry = object(() => ({
  rank: z.number().int(),
  userId: ulid,
  username: z.string(),
  walletAddress: address.nullable(),
  completedTasks: z.number().int(),
  totalEarned: z.number().int(),
}))
