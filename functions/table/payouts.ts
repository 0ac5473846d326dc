import type { Payout } from '../../domain/payout.ts'
import { keys, partitions } from './keys.ts'
import { ConditionFailed, type Item, readList, type Table, type Write } from './table.ts'

/** The outbox: what is owed, paid or set aside. A payout is in an index while it is due, and in another while it is failed. */

const fromItem = (item: Item): Payout => ({
  submissionId: String(item.submissionId),
  taskId: String(item.taskId),
  userId: String(item.userId),
  recipient: String(item.recipient),
  amount: Number(item.amount),
  escrowId: String(item.escrowId),
  slot: Number(item.slot),
  status: item.status as Payout['status'],
  transactionHash: item.transactionHash ? String(item.transactionHash) : null,
  reason: item.reason ? String(item.reason) : null,
  createdAt: String(item.createdAt),
})

const placeInQueue = (value: Payout) => `${value.createdAt}#${value.submissionId}`

/** The write that makes a payout due. */
export const putDue = (value: Payout): Write => ({
  put: {
    ...keys.payout(value.submissionId),
    ...value,
    gsi1pk: partitions.due,
    gsi1sk: placeInQueue(value),
  },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, submissionId: string): Promise<Payout | undefined> {
  const item = await table.get(keys.payout(submissionId))
  return item && fromItem(item)
}

/** Payouts that are due, those first that were not put back; read again consistently, since an index may be stale. */
export async function due(table: Table, limit: number): Promise<Payout[]> {
  const page = await table.query({ index: 'gsi1', pk: partitions.due, limit })
  const ids = page.items.map((item) => String(item.submissionId))
  const found = new Map((await all(table, ids)).map((payout) => [payout.submissionId, payout]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Puts a due payout at the end of the queue, so that what cannot be paid for now holds up nobody else. `now` in ISO 8601.
 */
export async function putBack(table: Table, { submissionId }: Payout, now: string): Promise<void> {
  await settleOnce(table, [
    {
      update: keys.payout(submissionId),
      set: 'SET gsi1sk = :place',
      condition: '#status = :due',
      names: { '#status': 'status' },
      values: { ':due': 'due', ':place': `${now}#${submissionId}` },
    },
  ])
}

/** Payouts marked paid before a moment (ISO 8601) that the chain may still take back; longest paid first. */
export async function confirming(table: Table, before: string, limit: number): Promise<Payout[]> {
  const page = await table.query({ index: 'gsi1', pk: partitions.confirming, below: before, limit })
  const items = await table.getAll(page.items.map((item) => keys.payout(String(item.submissionId))))
  return items.filter(({ gsi1pk }) => gsi1pk === partitions.confirming).map(fromItem)
}

/** The newest failed payouts. */
export async function failed(table: Table, limit: number): Promise<Payout[]> {
  const items = await readList(table, { index: 'gsi1', pk: partitions.failed, newestFirst: true, limit })
  return items.map(fromItem)
}

/** Due payouts as their index has them, oldest first: to count them, not to pay them. */
export async function queued(table: Table, limit: number): Promise<Payout[]> {
  return (await readList(table, { index: 'gsi1', pk: partitions.due, limit })).map(fromItem)
}

/** Those of these payouts that are due, oldest first. */
export async function all(table: Table, submissionIds: string[]): Promise<Payout[]> {
  const items = await table.getAll(submissionIds.map(keys.payout))
  return items
    .map(fromItem)
    .filter((payout) => payout.status === 'due')
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/**
 * Marks a payout paid and writes the hash on its submission. One that is no longer as it was read (due, or failed and
 * paid all the same) stays as it is.
 * @returns whether it was marked
 */
export async function markPaid(
  table: Table,
  payout: Payout,
  transactionHash: string,
  now: string,
): Promise<boolean> {
  return settleOnce(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :paid, reason = :none, transactionHash = :hash, paidAt = :now, gsi1pk = :index, gsi1sk = :place',
      condition: '#status = :was',
      names: { '#status': 'status' },
      values: {
        ':paid': 'paid',
        ':was': payout.status,
        ':none': null,
        ':hash': transactionHash,
        ':now': now,
        ':index': partitions.confirming,
        ':place': `${now}#${payout.submissionId}`,
      },
    },
    onSubmission(payout, transactionHash, now),
  ])
}

const present = 'attribute_exists(pk)'

const onSubmission = ({ taskId, userId }: Payout, transactionHash: string | null, now: string): Write => ({
  update: keys.submission(taskId, userId),
  set: 'SET transactionHash = :hash, updatedAt = :now',
  condition: present,
  values: { ':hash': transactionHash, ':now': now },
})

/** What a payout that is marked paid must still be, for what follows to happen to it. */
const paidBy = (payout: Payout) => ({
  condition: '#status = :paid AND transactionHash = :was AND gsi1pk = :confirming',
  names: { '#status': 'status' },
  values: { ':paid': 'paid', ':was': payout.transactionHash, ':confirming': partitions.confirming },
})

/** Notes that no reorganisation takes this payment back any more. */
export async function finalise(table: Table, payout: Payout): Promise<boolean> {
  const was = paidBy(payout)
  return settleOnce(table, [
    { update: keys.payout(payout.submissionId), set: 'REMOVE gsi1pk, gsi1sk', ...was },
  ])
}

/** Names the transaction that pays after a reorganisation, in place of the one that did before. */
export async function correct(table: Table, payout: Payout, transactionHash: string, now: string) {
  const { values, ...was } = paidBy(payout)
  return settleOnce(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET transactionHash = :hash',
      ...was,
      values: { ...values, ':hash': transactionHash },
    },
    onSubmission(payout, transactionHash, now),
  ])
}

/**
 * Makes a payout due again whose payment a reorganisation has taken back.
 * @returns whether it was still marked paid by that transaction
 * @throws ConditionFailed when `guard` does not hold
 */
export async function reopen(table: Table, payout: Payout, now: string, guard: Write): Promise<boolean> {
  const { values, ...was } = paidBy(payout)
  return settleOnce(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :due, transactionHash = :none, gsi1pk = :index, gsi1sk = :place REMOVE paidAt',
      ...was,
      values: {
        ...values,
        ':due': 'due',
        ':none': null,
        ':index': partitions.due,
        ':place': placeInQueue(payout),
      },
    },
    onSubmission(payout, null, now),
    guard,
  ])
}

/**
 * Sets a payout aside with the reason why the chain refuses it.
 * @returns whether it was due
 * @throws ConditionFailed when `guard` does not hold: a settler that lost its lease may have seen another's payment
 */
export async function markFailed(
  table: Table,
  payout: Payout,
  reason: string,
  guard: Write,
): Promise<boolean> {
  return settleOnce(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :failed, reason = :reason, gsi1pk = :index',
      condition: '#status = :due',
      names: { '#status': 'status' },
      values: { ':failed': 'failed', ':due': 'due', ':reason': reason, ':index': partitions.failed },
    },
    guard,
  ])
}

/**
 * Makes a failed payout due again, as it was approved: the same slot, recipient and place in the queue.
 * @param note who does it, kept beside the payout with what it had failed for; `at` is ISO 8601
 * @returns whether it was failed
 */
export async function retry(
  table: Table,
  payout: Payout,
  note?: { by: string; at: string },
): Promise<boolean> {
  return settleOnce(table, [
    {
      update: keys.payout(payout.submissionId),
      set: 'SET #status = :due, reason = :none, gsi1pk = :index, gsi1sk = :place',
      condition: '#status = :failed',
      names: { '#status': 'status' },
      values: {
        ':due': 'due',
        ':failed': 'failed',
        ':none': null,
        ':index': partitions.due,
        ':place': placeInQueue(payout),
      },
    },
    ...(note
      ? [{ put: { ...keys.retry(payout.submissionId, note.at), ...note, reason: payout.reason } }]
      : []),
  ])
}

/** @returns false when the payout was not in the state that this leaves */
async function settleOnce(table: Table, writes: Write[]): Promise<boolean> {
  try {
    await table.write(writes)
    return true
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    if (error.failed.includes(0)) return false
    // A table restored in the middle of a transaction may lack the submission: the payout goes on without it.
    const lacking = writes.findIndex(isOnSubmission)
    if (lacking < 0 || error.failed.join() !== String(lacking)) throw error
    return settleOnce(table, writes.toSpliced(lacking, 1))
  }
}

const isOnSubmission = (write: Write) =>
  'update' in write && write.condition === present && write.update.sk.startsWith('SUBMISSION#')
