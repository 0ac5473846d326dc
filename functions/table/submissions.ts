import * as z from 'zod'
import type { Payout } from '../../domain/payout.ts'
import { appealStatuses, submissionStatuses, waitReasons } from '../../domain/submission.ts'
import { keys, partitions } from './keys.ts'
import * as payouts from './payouts.ts'
import { ConditionFailed, readItems, readList, type Table, type Write } from './table.ts'
import type { StoredTask } from './tasks.ts'
import * as totals from './totals.ts'
import * as users from './users.ts'

const appeal = z.object({
  status: z.enum(appealStatuses),
  message: z.string(),
  proofLink: z.string().nullable(),
  proofText: z.string().nullable(),
  proofFileUrl: z.string().nullable(),
  hasPlace: z.boolean(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
})

/** A submission as it is stored. A field added later needs a default for items written before it (docs/data.md). */
const stored = z.object({
  id: z.string(),
  taskId: z.string(),
  userId: z.string(),
  proofLink: z.string().nullable(),
  proofText: z.string().nullable(),
  proofFileUrl: z.string().nullable(),
  notes: z.string().nullable(),
  status: z.enum(submissionStatuses),
  reviewedBy: z.string().nullable(),
  reviewNotes: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  transactionHash: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  reviewBy: z.string().nullable().default(null),
  appealUntil: z.string().nullable().default(null),
  waitsFor: z.enum(waitReasons).nullable().default(null),
  sameProof: z.number().default(0),
  appeal: appeal.nullable().default(null),
  /** The escrow slot and the wallet of the approval, for `settle` to compare its payout with; absent in version 0.1. */
  slot: z.number().optional(),
  wallet: z.string().optional(),
})
export type StoredSubmission = z.output<typeof stored>

/** The user's submission to the task, or undefined. */
export async function getOf(
  table: Table,
  taskId: string,
  userId: string,
): Promise<StoredSubmission | undefined> {
  const item = await table.get(keys.submission(taskId, userId))
  return item && stored.parse(item)
}

export async function get(table: Table, id: string): Promise<StoredSubmission | undefined> {
  const pointer = await table.get(keys.submissionPointer(id))
  return pointer && getOf(table, String(pointer.taskId), String(pointer.userId))
}

/** The submissions of these users to these tasks, by id. */
export async function getAll(
  table: Table,
  named: { taskId: string; userId: string }[],
): Promise<Map<string, StoredSubmission>> {
  const items = await table.getAll(named.map(({ taskId, userId }) => keys.submission(taskId, userId)))
  return new Map(readItems(table, stored, items).map((found) => [found.id, found]))
}

/**
 * Saves a pending submission, if the task still takes submissions and the user has none for the task.
 * @param more further writes of the same transaction, such as that of the file
 * @returns 'duplicate', 'closed', 'file' when the file is in use already, or null when saved
 */
export async function create(table: Table, value: StoredSubmission, creatorId: string, more: Write[] = []) {
  try {
    await table.write([
      {
        put: {
          ...keys.submission(value.taskId, value.userId),
          ...value,
          gsi1pk: partitions.submittedBy(value.userId),
          gsi1sk: value.id,
          gsi2pk: partitions.toReviewBy(creatorId),
          gsi2sk: value.id,
          gsi3pk: partitions.submissions,
          gsi3sk: value.id,
        },
        condition: 'attribute_not_exists(pk)',
      },
      {
        update: keys.task(value.taskId),
        set: 'ADD pending :one',
        condition:
          'isActive = :true AND attribute_not_exists(hiddenAt) AND attribute_not_exists(fundingLost) AND completions < maxCompletions AND deadline > :now',
        values: { ':one': 1, ':true': true, ':now': value.createdAt },
      },
      { put: { ...keys.submissionPointer(value.id), taskId: value.taskId, userId: value.userId } },
      totals.add({ submissions: 1, pending: 1 }),
      ...more,
    ])
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.failed.includes(0)) return 'duplicate'
    return error.failed.includes(1) ? 'closed' : 'file'
  }
}

interface Verdict {
  reviewedBy: string
  reviewNotes: string | null
  /** ISO 8601. */
  at: string
}

const decide = (
  value: StoredSubmission,
  creatorId: string,
  status: 'approved' | 'rejected',
  { reviewedBy, reviewNotes, at }: Verdict,
  payout?: Payout,
) => ({
  update: keys.submission(value.taskId, value.userId),
  set: `SET ${payout ? 'slot = :slot, wallet = :wallet, ' : ''}#status = :status, reviewedBy = :by, reviewNotes = :notes, reviewedAt = :at, updatedAt = :at, gsi2pk = :decided`,
  condition: '#status = :pending',
  names: { '#status': 'status' },
  values: {
    ':status': status,
    ':by': reviewedBy,
    ':notes': reviewNotes,
    ':at': at,
    ':decided': partitions.reviewedFor(creatorId),
    ':pending': 'pending',
    ...(payout && { ':slot': payout.slot, ':wallet': payout.recipient }),
  },
})

/**
 * Approves in one transaction: the verdict, the task's completion, the submitter's earnings and the payout, which is due.
 * @param payout its `slot` is the task's number of completions as read
 * @returns 'reviewed' when there is a verdict already, 'moved' when the task's completions changed meanwhile,
 * 'wallet' when the submitter's wallet changed meanwhile, 'wallet of another account' when its guard
 * item names another user, 'payout' when there is a payout already, or null when approved
 */
export async function approve(
  table: Table,
  value: StoredSubmission,
  task: StoredTask,
  payout: Payout,
  verdict: Verdict,
) {
  const full = payout.slot + 1 === task.maxCompletions
  try {
    await table.write([
      decide(value, task.creatorId, 'approved', verdict, payout),
      {
        update: keys.task(task.id),
        set: full
          ? 'SET completions = :next, listed = :closed ADD pending :less'
          : 'SET completions = :next ADD pending :less',
        condition: 'completions = :slot AND :slot < maxCompletions AND isActive = :true',
        values: {
          ':slot': payout.slot,
          ':next': payout.slot + 1,
          ':less': -1,
          ':true': true,
          ...(full && { ':closed': partitions.closed }),
        },
      },
      users.credit(value.userId, payout.recipient, payout.amount),
      payouts.putDue(payout),
      totals.add({ pending: -1, approved: 1, paidOut: payout.amount }),
      // Somebody who can write only the item of a user must not be paid: the wallet's guard item must agree.
      {
        check: keys.wallet(payout.recipient),
        condition: 'userId = :user',
        values: { ':user': value.userId },
      },
    ])
    return null
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.failed.includes(0)) return 'reviewed'
    if (error.failed.includes(1)) return 'moved'
    if (error.failed.includes(3)) return 'payout'
    return error.failed.includes(2) ? 'wallet' : 'wallet of another account'
  }
}

/** Rejects in one transaction. @returns 'reviewed' when there is a verdict already, or null when rejected. */
export async function reject(table: Table, value: StoredSubmission, creatorId: string, verdict: Verdict) {
  try {
    await table.write([
      decide(value, creatorId, 'rejected', verdict),
      { update: keys.task(value.taskId), set: 'ADD pending :less', values: { ':less': -1 } },
      totals.add({ pending: -1, rejected: 1 }),
    ])
    return null
  } catch (error) {
    if (error instanceof ConditionFailed) return 'reviewed'
    throw error
  }
}

const list = async (table: Table, index: 'gsi1' | 'gsi2' | 'gsi3', pk: string, limit: number) =>
  readItems(table, stored, await readList(table, { index, pk, newestFirst: true, limit }))

/** The user's own submissions, newest first. */
export const submittedBy = (table: Table, userId: string, limit: number) =>
  list(table, 'gsi1', partitions.submittedBy(userId), limit)

/** Pending submissions to tasks that the user created: oldest first, so that many new ones do not hide an old one. */
export async function toReviewBy(table: Table, userId: string, limit: number): Promise<StoredSubmission[]> {
  const query = { index: 'gsi2', pk: partitions.toReviewBy(userId), limit } as const
  return readItems(table, stored, await readList(table, query))
}

/** Approved and rejected submissions to tasks that the user created, newest first. */
export const reviewedFor = (table: Table, userId: string, limit: number) =>
  list(table, 'gsi2', partitions.reviewedFor(userId), limit)

/** All submissions, newest first. */
export const newest = (table: Table, limit: number) => list(table, 'gsi3', partitions.submissions, limit)
