import * as z from 'zod'
import { type Payout, payoutStatuses } from '../../domain/payout.ts'
import { keys, partitions } from './keys.ts'
import { ConditionFailed, readItems, readList, type Table, type Write, writeIfCurrent } from './table.ts'

/** The outbox of payouts. Due, recently paid (confirming) and failed payouts are each in a partition of gsi1. */

/** A payout as it is stored. A field added later needs a default for items written before it (docs/data.md). */
const attributes = z.object({
  submissionId: z.string(),
  taskId: z.string(),
  userId: z.string(),
  recipient: z.string(),
  amount: z.number(),
  escrowId: z.string(),
  slot: z.number(),
  status: z.enum(payoutStatuses),
  transactionHash: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  signedHashes: z.set(z.string()).default(new Set()),
})

/** Version 0.1 stored no `signedHashes`. For its items the list has only the hash of the transaction that paid. */
const stored = attributes.transform(({ signedHashes, ...payout }) => ({
  ...payout,
  signedHashes: [...new Set([...signedHashes, ...(payout.transactionHash ? [payout.transactionHash] : [])])],
}))

const queuePosition = (value: Payout) => `${value.createdAt}#${value.submissionId}`

/** The write that makes a payout due. */
export const putDue = ({ signedHashes: _, ...value }: Payout): Write => ({
  put: {
    ...keys.payout(value.submissionId),
    ...value,
    gsi1pk: partitions.due,
    gsi1sk: queuePosition({ ...value, signedHashes: [] }),
  },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, submissionId: string): Promise<Payout | undefined> {
  const item = await table.get(keys.payout(submissionId))
  return item && stored.parse(item)
}

/** The first due payouts of the queue. Each is read again from the table, because an index may be stale. */
export async function due(table: Table, limit: number): Promise<Payout[]> {
  const page = await table.query({ index: 'gsi1', pk: partitions.due, limit })
  const ids = page.items.map((item) => String(item.submissionId))
  const found = new Map((await stillDue(table, ids)).map((payout) => [payout.submissionId, payout]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns the payouts of these submissions that are due, oldest first. */
export async function stillDue(table: Table, submissionIds: string[]): Promise<Payout[]> {
  const items = await table.getAll(submissionIds.map(keys.payout))
  return readItems(table, stored, items)
    .filter((payout) => payout.status === 'due')
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** Moves a due payout to the end of the queue, so that it delays no others. `now` in ISO 8601. */
export async function moveToEnd(table: Table, { submissionId }: Payout, now: string): Promise<void> {
  await writeIfCurrent(table, [
    {
      update: keys.payout(submissionId),
      set: 'SET gsi1sk = :position',
      condition: '#status = :due',
      names: { '#status': 'status' },
      values: { ':due': 'due', ':position': `${now}#${submissionId}` },
    },
  ])
}

/** Payouts that were marked paid before a time (ISO 8601) and are not final yet, oldest first. */
export async function confirming(table: Table, before: string, limit: number): Promise<Payout[]> {
  const page = await table.query({ index: 'gsi1', pk: partitions.confirming, below: before, limit })
  const items = await table.getAll(page.items.map((item) => keys.payout(String(item.submissionId))))
  const found = items.filter(({ gsi1pk }) => gsi1pk === partitions.confirming)
  return readItems(table, stored, found)
}

/** The newest failed payouts. */
export async function failed(table: Table, limit: number): Promise<Payout[]> {
  const items = await readList(table, { index: 'gsi1', pk: partitions.failed, newestFirst: true, limit })
  return readItems(table, stored, items)
}

/** Due payouts as the index shows them, oldest first. The index may be stale, so use them for counting only, not for paying. */
export async function queued(table: Table, limit: number): Promise<Payout[]> {
  return readItems(table, stored, await readList(table, { index: 'gsi1', pk: partitions.due, limit }))
}

/**
 * Marks a payout paid and writes the hash to its submission, unless the payout's status has changed since it was read.
 * @param versions hashes of all versions of the transaction; after a reorganisation another version may be mined
 * @returns whether it was marked
 */
export const markPaid = (
  table: Table,
  payout: Payout,
  transactionHash: string,
  now: string,
  versions: string[] = [transactionHash],
): Promise<boolean> =>
  writeWithSubmission(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :paid, reason = :none, transactionHash = :hash, paidAt = :now, gsi1pk = :index, gsi1sk = :position ADD signedHashes :versions',
      condition: '#status = :was',
      names: { '#status': 'status' },
      values: {
        ':paid': 'paid',
        ':was': payout.status,
        ':none': null,
        ':hash': transactionHash,
        ':now': now,
        ':index': partitions.confirming,
        ':position': `${now}#${payout.submissionId}`,
        ':versions': new Set(versions),
      },
    },
    hashOnSubmission(payout, transactionHash, now),
  ])

/** Adds the hashes of a transaction that was not mined, because after a reorganisation it may still make this payout. */
export const keepHashes = (table: Table, submissionId: string, hashes: string[]): Promise<boolean> =>
  writeIfCurrent(table, [
    {
      update: keys.payout(submissionId),
      set: 'ADD signedHashes :hashes',
      condition: 'attribute_exists(pk)',
      values: { ':hashes': new Set(hashes) },
    },
  ])

const hashOnSubmission = (
  { taskId, userId }: Payout,
  transactionHash: string | null,
  now: string,
): Write => ({
  update: keys.submission(taskId, userId),
  set: 'SET transactionHash = :hash, updatedAt = :now',
  condition: 'attribute_exists(pk)',
  values: { ':hash': transactionHash, ':now': now },
})

/**
 * Writes a payout and its submission as `writeIfCurrent` does. If the submission does not exist, only the payout is written,
 * so that the payout does not block the queue. That happens in a table that was restored to a moment inside a transaction.
 */
async function writeWithSubmission(
  table: Table,
  [payout, submission, ...guards]: [Write, Write, ...Write[]],
): Promise<boolean> {
  try {
    return await writeIfCurrent(table, [payout, submission, ...guards])
  } catch (error) {
    if (!(error instanceof ConditionFailed) || error.failed.join() !== '1') throw error
    return writeIfCurrent(table, [payout, ...guards])
  }
}

/** The condition that a payout is still marked paid by the same transaction as when it was read, and is not final. */
const stillPaidBy = (payout: Payout) => ({
  condition: '#status = :paid AND transactionHash = :was AND gsi1pk = :confirming',
  names: { '#status': 'status' },
  values: { ':paid': 'paid', ':was': payout.transactionHash, ':confirming': partitions.confirming },
})

/** Marks a payment final by removing it from the index of confirming payments. */
export const finalise = (table: Table, payout: Payout): Promise<boolean> =>
  writeIfCurrent(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'REMOVE gsi1pk, gsi1sk',
      ...stillPaidBy(payout),
    },
  ])

/** Replaces the hash of a paid payout, because after a reorganisation another transaction paid it. */
export function correctHash(table: Table, payout: Payout, transactionHash: string, now: string) {
  const { values, ...current } = stillPaidBy(payout)
  return writeWithSubmission(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET transactionHash = :hash',
      ...current,
      values: { ...values, ':hash': transactionHash },
    },
    hashOnSubmission(payout, transactionHash, now),
  ])
}

/** The change that makes a payout due again, at its original position in the queue. */
const dueAgain = (payout: Payout) => ({
  set: `SET #status = :due, reason = :none, transactionHash = :none, gsi1pk = :index, gsi1sk = :position REMOVE paidAt${
    payout.signedHashes.length > 0 ? ' ADD signedHashes :known' : ''
  }`,
  values: {
    ':due': 'due',
    ':none': null,
    ':index': partitions.due,
    ':position': queuePosition(payout),
    ...(payout.signedHashes.length > 0 && { ':known': new Set(payout.signedHashes) }),
  },
})

/**
 * Makes a paid payout due again, because a reorganisation removed its payment.
 * @returns whether it was still marked paid by that transaction
 * @throws ConditionFailed when `guard` does not hold
 */
export function reopen(table: Table, payout: Payout, now: string, guard: Write): Promise<boolean> {
  const current = stillPaidBy(payout)
  const { set, values } = dueAgain(payout)
  return writeWithSubmission(table, [
    {
      update: keys.payout(payout.submissionId),
      ...current,
      set,
      values: { ...current.values, ...values },
    },
    hashOnSubmission(payout, null, now),
    guard,
  ])
}

/**
 * Marks a due payout failed, with the reason for admins.
 * @returns whether it was due
 * @throws ConditionFailed when `guard` does not hold, because a run that has lost its lease may not know another run's payment
 */
export const markFailed = (table: Table, payout: Payout, reason: string, guard: Write): Promise<boolean> =>
  writeIfCurrent(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :failed, reason = :reason, gsi1pk = :index',
      condition: '#status = :due',
      names: { '#status': 'status' },
      values: { ':failed': 'failed', ':due': 'due', ':reason': reason, ':index': partitions.failed },
    },
    guard,
  ])

/**
 * Makes a failed payout due again, with the same slot, recipient and position in the queue.
 * @param note the admin's user id and the time (ISO 8601); stored with the failure reason in an item of its own
 * @returns whether it was failed
 */
export function retry(table: Table, payout: Payout, note?: { by: string; at: string }): Promise<boolean> {
  const { set, values } = dueAgain(payout)
  return writeIfCurrent(table, [
    {
      update: keys.payout(payout.submissionId),
      set,
      condition: '#status = :failed',
      names: { '#status': 'status' },
      values: { ...values, ':failed': 'failed' },
    },
    ...(note
      ? [{ put: { ...keys.retry(payout.submissionId, note.at), ...note, reason: payout.reason } }]
      : []),
  ])
}
