import * as z from 'zod'
import { appeal as appealLimits } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import {
  type Appeal,
  appealStatuses,
  submissionStatuses,
  type WaitReason,
  waitReasons,
} from '../../domain/submission.ts'
import { approvalsEnd } from '../../domain/task.ts'
import * as equalProofs from './equal-proofs.ts'
import { keys, partitions } from './keys.ts'
import type { Payout } from './payouts.ts'
import * as payouts from './payouts.ts'
import { type QueueName, queues } from './queue.ts'
import { shardOf } from './shards.ts'
import {
  failedWrites,
  type Item,
  type NamedWrites,
  readItem,
  readItems,
  readList,
  readNewest,
  type Table,
  update,
  type Write,
  writeIfAll,
} from './table.ts'
import { decision, type ReadTask, type StoredTask, takePlace } from './tasks.ts'
import * as totals from './totals.ts'
import * as users from './users.ts'
import * as waiting from './waiting.ts'

const appeal = object(() => ({
  status: z.enum(appealStatuses),
  message: z.string(),
  proofLink: z.string().nullable(),
  proofText: z.string().nullable(),
  proofFileUrl: z.string().nullable(),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  reason: z.string().nullable(),
}))

/** A submission as it is stored. A field added later needs a default for items written before it (docs/data.md). */
const attributes = object(() => ({
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
  reviewBy: z.string(),
  appealUntil: z.string().nullable(),
  waitsFor: z.enum(waitReasons).nullable(),
  appeal: appeal.nullable(),
  /** Of the task. */
  creatorId: z.string(),
  /** Of the proof's link, text and picture (equal-proofs.ts). */
  proofHashes: z.array(z.string()),
  /** Of the task, in CENTS. */
  reward: z.number().default(0),
  /** The escrow slot and the wallet of the approval, for `settle` to compare its payout with. */
  slot: z.number().optional(),
  wallet: z.string().optional(),
}))

/** `sameProof` is counted for reviewers only, by `withSameProof`. */
const stored = attributes.transform((value) => ({ ...value, sameProof: 0 }))
export type StoredSubmission = z.output<typeof stored>

export const getOf = (table: Table, taskId: string, userId: string) =>
  readItem(table, stored, keys.submission(taskId, userId))

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
 * These submissions with `sameProof`: how many others of the task have an equal proof and are not rejected.
 */
export async function withSameProof(table: Table, list: StoredSubmission[]): Promise<StoredSubmission[]> {
  const equal = await equalProofs.equalTo(table, list)
  return list.map((one, index) => ({ ...one, sameProof: equal[index]?.length ?? 0 }))
}

/**
 * Saves a pending submission, if the task has a free place, the user has no submission to it, and not too many that are
 * pending.
 * @param more further writes of the same transaction, such as that of the file
 * @param wallet of the doer, with which no other account submits to this task
 * @param task as the doer has read it
 * @returns 'already-submitted', 'wallet' when another account submitted with this wallet, 'closed' when the task has no free place, takes no submissions or has another text, 'pending' when the user has too many
 * undecided ones, 'no-place' when the offer of a place has ended, 'file' when the file is in use already, or null when saved
 */
export async function create(
  table: Table,
  { sameProof: _, ...value }: StoredSubmission,
  task: ReadTask,
  more: Write[] = [],
  wallet: string | null = null,
) {
  const { creatorId, id, reviewBy, taskId, userId } = value
  const pointer = { taskId, userId, reviewBy, ...queues.reviews.position(reviewBy, id) }
  const item = {
    ...value,
    gsi1pk: partitions.submittedBy(userId),
    gsi1sk: id,
    gsi2pk: partitions.toReviewBy(creatorId),
    gsi2sk: id,
    gsi3pk: shardOf(partitions.submissions, id),
    gsi3sk: id,
  }
  const failed = await failedWrites(table, {
    submission: {
      put: { ...keys.submission(taskId, userId), ...item },
      condition: 'attribute_not_exists(pk)',
    },
    task: takePlace(task, value.createdAt),
    user: users.addUndecided(
      userId,
      { submissions: 1, pendingSubmissions: 1, pendingReward: value.reward },
      task.hasOffer,
    ),
    offer: task.hasOffer ? waiting.takeOffer(taskId, userId, value.createdAt) : [],
    pointer: { put: { ...keys.submissionPointer(id), ...pointer } },
    totals: totals.add({ submissions: 1, pending: 1 }),
    proofs: equalProofs.add(value),
    wallet: wallet
      ? { put: { ...keys.proofWallet(taskId, wallet), userId }, condition: 'attribute_not_exists(pk)' }
      : [],
    more,
  })
  if (failed.length === 0) return null
  if (failed.includes('submission')) return 'already-submitted'
  if (failed.includes('wallet')) return 'wallet'
  if (failed.includes('offer')) return 'no-place'
  if (failed.includes('task')) return 'closed'
  return failed.includes('user') ? 'pending' : 'file'
}

/** A decision about a submission or an appeal. `reviewedBy` is null if no person decided. */
export interface Verdict {
  reviewedBy: string | null
  reviewNotes: string | null
  /** ISO 8601. */
  at: string
  /** Further writes of the same transaction, such as that of the audit log. */
  more?: Write[]
  /** Of an approval by an admin: the write that counts it towards the admin's ceiling. */
  ceiling?: Write | undefined
}

/** A verdict on a pending submission. Its conditions are those of the moment `at`, in the write itself. */
function judge(
  { taskId, userId, waitsFor }: StoredSubmission,
  task: Pick<StoredTask, 'creatorId'>,
  { reviewedBy, reviewNotes, at }: Verdict,
  { payout, appealUntil = null }: { payout?: Payout; appealUntil?: string | null },
) {
  // After `reviewBy` a person may reject while the automatic approval waits (domain/review-rights.ts).
  const isLate = !payout && reviewedBy !== null && waitsFor !== null
  return update(keys.submission(taskId, userId), {
    set: {
      ...{ status: payout ? 'approved' : 'rejected', reviewedBy, reviewNotes, reviewedAt: at, updatedAt: at },
      ...{ waitsFor: null, gsi2pk: partitions.reviewedFor(task.creatorId) },
      ...(payout ? { slot: payout.slot, wallet: payout.recipient } : { appealUntil }),
    },
    condition: [
      '#status = :pending',
      Boolean(payout && !reviewedBy) && 'reviewBy <= :reviewedAt',
      isLate && 'waitsFor = :waits',
      Boolean(!payout && reviewedBy) && !isLate && 'reviewBy > :reviewedAt',
    ],
    values: { ':pending': 'pending', ...(isLate && { ':waits': waitsFor }) },
  })
}

const decideAppeal = (
  { taskId, userId }: StoredSubmission,
  status: 'upheld' | 'dismissed',
  { reviewedBy, reviewNotes, at }: Verdict,
  payout?: Payout,
) =>
  update(keys.submission(taskId, userId), {
    set: {
      ...(payout && { slot: payout.slot, wallet: payout.recipient, status: 'approved' }),
      ...{ 'appeal.status': status, 'appeal.decidedBy': reviewedBy, 'appeal.decidedAt': at },
      ...{ 'appeal.reason': reviewNotes, updatedAt: at },
    },
    condition: 'appeal.#status = :open',
    values: { ':open': 'open' },
  })

/** Moves a submission to another queue. */
const enter = (id: string, position: Item) => update(keys.submissionPointer(id), { set: position })

/** Takes a submission out of its queue. */
const leave = (id: string, condition: Partial<typeof queues.appealable.contains> = {}) =>
  update(keys.submissionPointer(id), { remove: queues.appealable.attributes, ...condition })

/**
 * Approves a pending submission, or upholds an open appeal, in one transaction: the verdict, the task's completion, the
 * submitter's earnings and the payout, which is due.
 * @param payout its `slot` is the task's number of completions as read
 * @param doer the submitter as read
 * @returns 'reviewed' when there is a verdict already, 'moved' when the task has changed meanwhile,
 * 'wallet' when the submitter's wallet or `silentPay` changed meanwhile, 'wallet of another account' when its guard
 * item names another user, 'ceiling' when the admin has approved too much today, 'payout' when there is a payout already, or null when approved
 */
export async function approve(
  table: Table,
  value: StoredSubmission,
  task: StoredTask,
  payout: Payout,
  doer: users.StoredUser,
  verdict: Verdict,
) {
  const isAppeal = value.appeal !== null
  const failed = await failedWrites(table, {
    submission: isAppeal
      ? decideAppeal(value, 'upheld', verdict, payout)
      : judge(value, task, verdict, { payout }),
    task: decision(
      task,
      { approves: true, judges: !isAppeal, isAutomatic: verdict.reviewedBy === null },
      verdict.at,
    ),
    user: users.credit(doer, payout, isAppeal ? 0 : -1, verdict.reviewedBy && task.creatorId),
    payout: payouts.putDue(payout),
    totals: totals.add({
      ...(isAppeal ? { rejected: -1 } : { pending: -1 }),
      approved: 1,
      paidOut: payout.amount,
    }),
    // Somebody who can write only the item of a user must not be paid: the wallet's guard item must agree.
    wallet: {
      check: doer.deleted ? keys.leftWallet(payout.recipient, doer.id) : keys.wallet(payout.recipient),
      condition: 'userId = :user',
      values: { ':user': value.userId },
    },
    queue: leave(value.id),
    // A rejected proof does not count among equal ones. An upheld one counts again.
    proofs: isAppeal ? equalProofs.add(value) : [],
    ceiling: verdict.ceiling ?? [],
    more: verdict.more ?? [],
  })
  if (failed.length === 0) return null
  if (failed.includes('submission')) return 'reviewed'
  if (failed.includes('task')) return 'moved'
  if (failed.includes('ceiling')) return 'ceiling'
  if (failed.includes('payout')) return 'payout'
  return failed.includes('user') ? 'wallet' : 'wallet of another account'
}

/** Writes a decision that pays nothing. @returns 'moved' when only the task or the poster has changed, 'reviewed' when another came first */
async function writeDecision(table: Table, writes: NamedWrites & { task: Write }) {
  const failed = await failedWrites(table, writes)
  if (failed.length === 0) return null
  return failed.every((name) => name === 'task' || name === 'poster') ? 'moved' : 'reviewed'
}

/**
 * Rejects in one transaction. The doer can appeal for some days, unless approvals end before. The proof keeps its place of the
 * task until then.
 * @returns 'reviewed' when there is a verdict already or the time to reject is over, 'moved' when the task has changed, or null
 */
export function reject(table: Table, value: StoredSubmission, task: StoredTask, verdict: Verdict) {
  const until = Math.min(Date.parse(verdict.at) + appealLimits.days * 86_400_000, approvalsEnd(task))
  const appealUntil = until > Date.parse(verdict.at) ? new Date(until).toISOString() : null
  return writeDecision(table, {
    submission: judge(value, task, verdict, { appealUntil }),
    task: decision(task, { judges: true, ends: !appealUntil }, verdict.at),
    queue: appealUntil ? enter(value.id, queues.appealable.position(appealUntil, value.id)) : leave(value.id),
    totals: totals.add({ pending: -1, rejected: 1 }),
    user: users.removePending(value.userId, value.reward, !appealUntil, value.waitsFor === 'wallet'),
    proofs: equalProofs.remove(value),
    more: verdict.more ?? [],
  })
}

/** Milliseconds between the places of two appeals in the tasks of one poster, however fast they are made. */
const appealSpacing = 3_600_000

/** The most milliseconds by which earlier appeals in the tasks of the same poster delay the place of an appeal. */
const mostDelay = 3 * 86_400_000

/**
 * Opens an appeal against a rejection. Admins read appeals in the order of their `position`, in which many appeals in the tasks of
 * one poster stand far apart, so that they hide no others, but not so far that one ends before its turn.
 * @param poster as read
 * @returns 'reviewed' when there is one already or the time is over, or as `reject`; 'moved' also when the poster has changed
 */
export async function openAppeal(
  table: Table,
  { id, taskId, userId }: StoredSubmission,
  task: StoredTask,
  value: Appeal,
  more: Write[],
) {
  const poster = await users.get(table, task.creatorId)
  const opened = Date.parse(value.createdAt)
  const next = Date.parse(poster?.lastAppeal ?? '') + appealSpacing || opened
  const place = Math.min(Math.max(opened, next), opened + mostDelay)
  const position = new Date(place).toISOString()
  return writeDecision(table, {
    poster: users.setLastAppeal(task.creatorId, poster?.lastAppeal, position),
    submission: update(keys.submission(taskId, userId), {
      set: { appeal: value, updatedAt: value.createdAt },
      condition:
        '#status = :rejected AND appealUntil > :updatedAt AND (attribute_not_exists(appeal) OR appeal = :none)',
      values: { ':rejected': 'rejected', ':none': null },
    }),
    task: decision(task, { ends: false }, value.createdAt),
    queue: update(keys.submissionPointer(id), {
      set: {
        ...queues.appeals.position(position, id),
        ends: new Date(
          Math.min(approvalsEnd(task), opened + appealLimits.endDays * 86_400_000),
        ).toISOString(),
      },
      ...queues.appealable.contains,
    }),
    more,
  })
}

/** Dismisses an open appeal, which is final. @returns as `reject` */
export const dismissAppeal = (table: Table, value: StoredSubmission, task: StoredTask, verdict: Verdict) =>
  writeDecision(table, {
    submission: decideAppeal(value, 'dismissed', verdict),
    task: decision(task, {}, verdict.at),
    user: users.removeUndecided(value.userId),
    queue: leave(value.id),
    more: verdict.more ?? [],
  })

/** Ends the time to appeal against a rejection. `now` in ISO 8601. @returns as `reject` */
export const endAppealTime = (
  table: Table,
  { id, userId }: StoredSubmission,
  task: StoredTask,
  now: string,
) =>
  writeDecision(table, {
    queue: leave(id, queues.appealable.contains),
    task: decision(task, {}, now),
    user: users.removeUndecided(userId),
  })

/** Ends the time to appeal because the doer accepts the rejection. `now` in ISO 8601. @returns as `reject` */
export const waiveAppeal = (
  table: Table,
  { id, taskId, userId }: StoredSubmission,
  task: StoredTask,
  now: string,
) =>
  writeDecision(table, {
    submission: update(keys.submission(taskId, userId), { set: { appealUntil: now, updatedAt: now } }),
    queue: leave(id, queues.appealable.contains),
    task: decision(task, {}, now),
    user: users.removeUndecided(userId),
  })

/**
 * Lets the automatic approval of a pending submission wait, and checks it again later.
 * @param next time of the next check, ISO 8601
 */
export const wait = (
  table: Table,
  { id, taskId, userId, waitsFor }: StoredSubmission,
  reason: WaitReason | null,
  next: string,
) =>
  writeIfAll(table, [
    update(keys.submission(taskId, userId), {
      set: { waitsFor: reason },
      condition: '#status = :pending AND (attribute_not_exists(waitsFor) OR waitsFor = :was)',
      values: { ':was': waitsFor, ':pending': 'pending' },
    }),
    enter(id, { ...queues.waiting.position(next, id), waitsFor: reason }),
  ])

/**
 * A submission in a queue, as its id item tells. `ends`, when an appeal ends undecided, is set in the queue `appeals`; `waitsFor` in
 * the queue `waiting`.
 */
const pointer = object(() => ({
  pk: z.string(),
  gsi1sk: z.string(),
  taskId: z.string(),
  userId: z.string(),
  ends: z.string().optional(),
  reviewBy: z.string(),
  waitsFor: z.enum(waitReasons).nullish(),
}))
const queuedPointer = pointer.transform(({ gsi1sk: position, pk, ...value }) => ({
  ...value,
  position,
  id: pk.replace('SUBMISSION#', ''),
}))
export type Pointer = z.output<typeof queuedPointer>

/** Moves a submission that could not be decided back in its queue, unless it has moved. `next` in ISO 8601. */
export const postpone = (table: Table, { id, position }: Pointer, next: string): Promise<boolean> =>
  writeIfAll(table, [
    update(keys.submissionPointer(id), {
      set: { gsi1sk: `${next}#${id}` },
      condition: 'gsi1sk = :was',
      values: { ':was': position },
    }),
  ])

/** The queues of submissions. */
type Waiting = Extract<QueueName, 'reviews' | 'waiting' | 'appealable' | 'appeals'>

/** The first submissions of a queue, as `Queue.read` returns them. */
export async function inQueue(
  table: Table,
  name: Waiting,
  limit: number,
  range?: Parameters<(typeof queues)[Waiting]['read']>[2],
): Promise<Pointer[]> {
  return readItems(table, queuedPointer, await queues[name].read(table, limit, range))
}

const list = async (table: Table, index: 'gsi1' | 'gsi2', pk: string, limit: number, below?: string) =>
  readItems(table, stored, await readList(table, { index, pk, newestFirst: true, limit, below }))

/** The user's own submissions, newest first. `below`: only those with smaller ids. */
export const submittedBy = (table: Table, userId: string, limit: number, below?: string) =>
  list(table, 'gsi1', partitions.submittedBy(userId), limit, below)

/**
 * Pending submissions to tasks that the user created: oldest first, so that many new ones do not hide an old one. `above`: only
 * those with larger ids.
 */
export async function toReviewBy(table: Table, userId: string, limit: number, above?: string) {
  const query = { index: 'gsi2', pk: partitions.toReviewBy(userId), limit, above } as const
  return readItems(table, stored, await readList(table, query))
}

/** Approved and rejected submissions to tasks that the user created, newest first. `below`: only those with smaller ids. */
export const reviewedFor = (table: Table, userId: string, limit: number, below?: string) =>
  list(table, 'gsi2', partitions.reviewedFor(userId), limit, below)

/** The submissions to a task, in no particular order: at most 1,000. */
export async function ofTask(table: Table, taskId: string): Promise<StoredSubmission[]> {
  const { pk, sk: prefix } = keys.submission(taskId, '')
  return readItems(table, stored, await readList(table, { pk, prefix, limit: 1000 }))
}

/** All submissions, newest first. `below`: only those with smaller ids. */
export const newest = async (table: Table, limit: number, below?: string) =>
  readItems(table, stored, await readNewest(table, partitions.submissions, limit, below))
