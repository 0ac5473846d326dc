import * as z from 'zod'
import { escrowTerms } from './escrow.ts'
import { refund } from './refund.ts'
import { address, ulid } from './schema.ts'
import { namedSubmission, submission } from './submission.ts'
import { task } from './task.ts'
import { user } from './user.ts'

/** Answers that join several nouns (spec section 3, "Other payload shapes"). */

export const dashboard = z.object({
  submissions: z.array(submission.extend({ task: task.nullable() })),
  createdTasks: z.array(
    task.extend({
      submissions: z.array(namedSubmission),
      /** What its creator needs to get a refund without us, from the contract itself. */
      escrow: escrowTerms.extend({ funder: address }),
      /** Of a closed task. */
      refund: refund.nullable(),
    }),
  ),
  /** Of all the caller's approved submissions, however long the lists are. `earned` in CENTS. */
  totals: z.object({ completed: z.number().int(), earned: z.number().int() }),
})
export type Dashboard = z.infer<typeof dashboard>

export const userSubmission = z.object({ hasSubmitted: z.boolean(), submission: submission.nullable() })
export type UserSubmission = z.infer<typeof userSubmission>

export const completedTasks = z.object({
  completedTaskIds: z.array(ulid),
  submissions: z.array(submission),
})

export const adminTotals = z.object({
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
})

export const adminDashboard = z.object({
  users: z.array(user),
  tasks: z.array(task),
  submissions: z.array(namedSubmission),
  totals: adminTotals,
})

export const leaderboardEntry = z.object({
  rank: z.number().int(),
  userId: ulid,
  username: z.string(),
  walletAddress: address.nullable(),
  completedTasks: z.number().int(),
  totalEarned: z.number().int(),
})
