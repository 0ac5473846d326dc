import { keys, partitions } from './keys.ts'
import { type Table, type Write, writeIfCurrent } from './table.ts'
import * as tasks from './tasks.ts'

/** A refund is stored in its closed task, which is in the index gsi2 until the refund is final. */

/**
 * Closes a task permanently and makes its refund due. A closed task takes no submissions and no approvals.
 * @param whilePending true to close it although submissions are pending, because none of them can be approved any more
 * @returns false if it was already closed, or a submission is pending, or its completions have changed since it was read
 */
export const close = (
  table: Table,
  { id, completions, isActive }: tasks.StoredTask,
  now: string,
  { whilePending }: { whilePending: boolean },
): Promise<boolean> =>
  writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: `SET isActive = :false, closedAt = :now, refunded = :none, gsi2pk = :due, gsi2sk = :position, ${
        isActive ? 'listed = :closed' : 'wasDraft = :true'
      }`,
      condition: `attribute_not_exists(closedAt) AND isActive = :was${
        whilePending ? '' : ' AND pending = :zero AND completions = :completions'
      }`,
      values: {
        ':false': false,
        ':was': isActive,
        ':now': now,
        ':none': null,
        ':due': partitions.refundsDue,
        ':position': `${now}#${id}`,
        ...(isActive ? { ':closed': partitions.closed } : { ':true': true }),
        ...(!whilePending && { ':zero': 0, ':completions': completions }),
      },
    },
  ])

/** Tasks whose refund is due, in the order of the queue. Each is read again from the table, because an index may be stale. */
export async function due(table: Table, limit: number): Promise<tasks.StoredTask[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundsDue, limit })
  const ids = page.items.map((item) => String(item.id))
  const found = await tasks.getAll(table, ids)
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ refunded }) => refunded === null)
}

/** Moves a due refund to the end of the queue. `now` in ISO 8601. */
export const moveToEnd = (table: Table, id: string, now: string) =>
  writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: 'SET gsi2sk = :position',
      condition: 'refunded = :none',
      values: { ':none': null, ':position': `${now}#${id}` },
    },
  ])

/** Marks a due refund paid by a transaction of this service, not yet final. `now` in ISO 8601. @returns whether it was due */
export const markPaid = (table: Table, id: string, refunded: { cents: number; hash: string }, now: string) =>
  writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :refunded, gsi2pk = :confirming, gsi2sk = :position',
      condition: 'refunded = :none',
      values: {
        ':refunded': refunded,
        ':none': null,
        ':confirming': partitions.refundsConfirming,
        ':position': `${now}#${id}`,
      },
    },
  ])

/** Marks a due refund paid and final, without a transaction hash, because somebody else closed the escrow. */
export const markFinal = (table: Table, id: string, cents: number) =>
  writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :refunded REMOVE gsi2pk, gsi2sk',
      condition: 'refunded = :none',
      values: { ':refunded': { cents, hash: null }, ':none': null },
    },
  ])

/** Tasks that were refunded before a time (ISO 8601) and whose refund is not final yet, oldest first. */
export async function confirming(table: Table, before: string, limit: number): Promise<tasks.StoredTask[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundsConfirming, below: before, limit })
  const found = await tasks.getAll(
    table,
    page.items.map((item) => String(item.id)),
  )
  return [...found.values()].filter(({ refunded }) => refunded)
}

const stillConfirming = {
  condition: 'gsi2pk = :confirming',
  values: { ':confirming': partitions.refundsConfirming },
}

/** Marks a refund final by removing its task from the index of confirming refunds. */
export const finalise = (table: Table, id: string) =>
  writeIfCurrent(table, [{ update: keys.task(id), set: 'REMOVE gsi2pk, gsi2sk', ...stillConfirming }])

/**
 * Makes a paid refund due again, because a reorganisation removed its transaction.
 * @throws ConditionFailed when `guard` does not hold
 */
export const reopen = (table: Table, { id, closedAt }: tasks.StoredTask, guard: Write) =>
  writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :none, gsi2pk = :due, gsi2sk = :position',
      condition: stillConfirming.condition,
      values: {
        ...stillConfirming.values,
        ':none': null,
        ':due': partitions.refundsDue,
        ':position': `${closedAt}#${id}`,
      },
    },
    guard,
  ])
