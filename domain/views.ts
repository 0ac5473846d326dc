import * as z from 'zod'
import { address, hash, object, timestamp, ulid } from './schema.ts'
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
  /**
   * What no undecided proof could claim when the task was closed. It returns at once, and `amount` does not contain it. Null
   * if there is no such part.
   */
  firstPart: z
    .object({ status: z.enum(['due', 'paid']), amount: z.number().int(), transactionHash: hash.nullable() })
    .nullable(),
}))
export type Refund = z.infer<typeof refund>

/** A submission as its doer sees it. */
export const ownSubmission = object(() => ({ ...submission.shape, task: task.nullable() }))
export type OwnSubmission = z.infer<typeof ownSubmission>

/** A task as its creator sees it. */
const createdTask = object(() => ({
  ...task.shape,
  /** The terms with which the creator's wallet can call the contract's `refund` itself. */
  escrow: escrowTerms.extend({ funder: address }),
  /** Null unless the task is closed. */
  refund: refund.nullable(),
  /** True while the creator may change the text. */
  isEditable: z.boolean(),
}))

/**
 * A created task with the numbers of its proofs: all, pending ones, and those that are pending, appealable or under appeal.
 * `hasUnpaid`: approved rewards are unpaid although the creator's wallet can refund the escrow.
 */
export const ownTask = object(() => ({
  ...createdTask.shape,
  proofs: z.object({ total: z.number().int(), pending: z.number().int(), undecided: z.number().int() }),
  hasUnpaid: z.boolean(),
}))
export type OwnTask = z.infer<typeof ownTask>

/** A submission to review. `task` is null if it does not exist any more. */
export const reviewedSubmission = object(() => ({
  ...namedSubmission.shape,
  task: z.object({ title: z.string(), reward: z.number().int() }).nullable(),
}))
export type ReviewedSubmission = z.infer<typeof reviewedSubmission>

/**
 * What a person's dashboard counts. As a doer: submissions, pending ones, approved ones, and the rewards of the last two; as a
 * poster: tasks, CENTS held in escrow for them, and received proofs by status. `weeks`: what was approved in each of the last 26
 * weeks, oldest first. Amounts in CENTS.
 */
export const summary = object(() => ({
  submissions: z.number().int(),
  pending: z.number().int(),
  waiting: z.number().int(),
  completed: z.number().int(),
  earned: z.number().int(),
  created: z.number().int(),
  held: z.number().int(),
  toReview: z.number().int(),
  receivedApproved: z.number().int(),
  receivedRejected: z.number().int(),
  weeks: z.array(z.object({ start: timestamp, amount: z.number().int(), tasks: z.number().int() })),
}))
export type Summary = z.infer<typeof summary>

export const dashboard = object(() => ({
  submissions: z.array(ownSubmission),
  createdTasks: z.array(createdTask.extend({ submissions: z.array(namedSubmission) })),
  /** Totals of all approved submissions of the caller, also of those that the list leaves out. `earned` in CENTS. */
  totals: z.object({ completed: z.number().int(), earned: z.number().int() }),
}))
export type Dashboard = z.infer<typeof dashboard>

/** `waiting`: the user is on the waiting list, after `before` others (100 at most), or a place is offered until `offeredUntil`. */
export const userSubmission = object(() => ({
  hasSubmitted: z.boolean(),
  submission: submission.nullable(),
  waiting: z.object({ before: z.number().int(), offeredUntil: timestamp.nullable() }).optional(),
}))
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
 * (`waitsFor`).
 */
export const adminAppeals = object(() => ({
  appeals: z.array(namedSubmission.extend({ task })),
  waiting: z.array(namedSubmission.extend({ task })),
}))
export type AdminAppeals = z.infer<typeof adminAppeals>

export const adminDashboard = object(() => ({
  users: z.array(user),
  tasks: z.array(task),
  submissions: z.array(namedSubmission),
  totals: adminTotals,
}))

/** What the admin page begins with. `categories`: those with most tasks first. */
export const adminOverview = object(() => ({
  totals: adminTotals,
  categories: z.array(z.object({ category: z.string(), tasks: z.number().int() })),
  recent: z.array(namedSubmission.extend({ taskTitle: z.string().nullable() })),
}))
export type AdminOverview = z.infer<typeof adminOverview>

/** A task in the list of all tasks. `creatorName` is null if there is no such account. */
export const adminTask = object(() => ({ ...task.shape, creatorName: z.string().nullable() }))
export type AdminTask = z.infer<typeof adminTask>

export const leaderboardEntry = object(() => ({
  rank: z.number().int(),
  userId: ulid,
  username: z.string(),
  walletAddress: address.nullable(),
  completedTasks: z.number().int(),
  totalEarned: z.number().int(),
}))
