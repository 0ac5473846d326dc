import { keys, partitions } from './keys.ts'
import { type Table, type Write, writeIfCurrent } from './table.ts'
import * as tasks from './tasks.ts'

/** A refund is stored in its closed task, which is in the index gsi2 until the refund is final. */

/**
 * Closes a task permanently: it takes no submissions. Its refund becomes due, or waits until the last submission is decided
 * (tasks.decision). `now` in ISO 8601.
 * @param force makes the refund due although submissions are undecided, because none of them can be approved any more
 * @param more further writes of the same transaction, such as that of the audit log
 * @returns false if the task has changed since it was read
 */
export function close(
  table: Table,
  task: tasks.StoredTask,
  now: string,
  { force = false, more = [] }: { force?: boolean; more?: Write[] },
): Promise<boolean> {
  const { completions, id, isActive, undecided = 0 } = task
  const waits = !force && undecided > 0
  const listing = tasks.listingAsClosed(task)
  const refund = waits ? { sets: [], values: {} } : tasks.refundDue(task, now)
  return writeIfCurrent(table, [
    {
      update: keys.task(id),
      set: `SET ${[
        'isActive = :false',
        'closedAt = :now',
        ...(isActive ? [] : ['wasDraft = :true']),
        ...listing.sets,
        ...refund.sets,
      ].join(', ')}`,
      condition: [
        'attribute_not_exists(closedAt) AND isActive = :was AND completions = :completions',
        ...listing.conditions,
        ...(force ? [] : [waits ? 'undecided > :zero' : 'undecided = :zero']),
      ].join(' AND '),
      values: {
        ':false': false,
        ':was': isActive,
        ':completions': completions,
        ':now': now,
        ...(!isActive && { ':true': true }),
        ...(!force && { ':zero': 0 }),
        ...listing.values,
        ...refund.values,
      },
    },
    ...more,
  ])
}

/** Makes the refund of a closed task due although submissions are undecided. @returns whether it was waiting */
export function start(table: Table, task: tasks.StoredTask, now: string): Promise<boolean> {
  const { sets, values } = tasks.refundDue(task, now)
  const condition = 'attribute_exists(closedAt) AND attribute_not_exists(refunded)'
  return writeIfCurrent(table, [
    { update: keys.task(task.id), set: `SET ${sets.join(', ')}`, condition, values },
  ])
}

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
