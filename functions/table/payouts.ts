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

/** Payouts that are due, oldest first; read again consistently, since an index may be stale. */
export async function due(table: Table, limit: number): Promise<Payout[]> {
  const page = await table.query({ index: 'gsi1', pk: partitions.due, limit })
  return all(
    table,
    page.items.map((item) => String(item.submissionId)),
  )
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
 * Marks a payout paid and writes the hash on its submission. A payout that is no longer due stays as it is.
 * @returns whether it was due
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
      set: 'SET #status = :paid, transactionHash = :hash, paidAt = :now REMOVE gsi1pk, gsi1sk',
      condition: '#status = :due',
      names: { '#status': 'status' },
      values: { ':paid': 'paid', ':due': 'due', ':hash': transactionHash, ':now': now },
    },
    {
      update: keys.submission(payout.taskId, payout.userId),
      set: 'SET transactionHash = :hash, updatedAt = :now',
      condition: 'attribute_exists(pk)',
      values: { ':hash': transactionHash, ':now': now },
    },
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
    if (error instanceof ConditionFailed && error.failed.includes(0)) return false
    throw error
  }
}
