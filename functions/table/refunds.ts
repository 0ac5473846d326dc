import { keys } from './keys.ts'
import { queues } from './queue.ts'
import { type Table, update, type Write, writeIfAll, writeIfCurrent } from './table.ts'
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
  const { completions, id, isActive, undecided } = task
  const waits = !force && undecided > 0
  return writeIfCurrent(table, {
    current: update(keys.task(id), {
      set: {
        isActive: false,
        closedAt: now,
        ...(!isActive && { wasDraft: true }),
        ...tasks.listingAsClosed(task),
        ...(!waits && tasks.refundDue(task, now)),
      },
      condition: [
        'attribute_not_exists(closedAt) AND isActive = :was AND completions = :completions',
        // A task that was hidden meanwhile is not listed again.
        task.listed !== undefined && 'attribute_exists(listed)',
        !force && (waits ? 'undecided > :zero' : 'undecided = :zero'),
      ],
      values: { ':was': isActive, ':completions': completions, ...(!force && { ':zero': 0 }) },
    }),
    more,
  })
}

/** Makes the refund of a closed task due although submissions are undecided. @returns whether it was waiting */
export function start(table: Table, task: tasks.StoredTask, now: string): Promise<boolean> {
  const condition = 'attribute_exists(closedAt) AND attribute_not_exists(refunded)'
  return writeIfAll(table, [update(keys.task(task.id), { set: tasks.refundDue(task, now), condition })])
}

/** Tasks whose refund is due, in the order of the queue. Each is read again from the table, because an index may be stale. */
export async function due(table: Table, limit: number): Promise<tasks.StoredTask[]> {
  const ids = (await queues.refunds.read(table, limit)).map((item) => String(item.id))
  const found = await tasks.getAll(table, ids)
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ refunded }) => refunded === null)
}

const isDue = { condition: 'refunded = :none', values: { ':none': null } }

/** Moves a due refund to the end of the queue. `now` in ISO 8601. */
export const moveToEnd = (table: Table, id: string, now: string) =>
  writeIfAll(table, [update(keys.task(id), { set: queues.refunds.position(now, id), ...isDue })])

/** Marks a due refund paid by a transaction of this service, not yet final. `now` in ISO 8601. @returns whether it was due */
export const markPaid = (table: Table, id: string, refunded: { cents: number; hash: string }, now: string) =>
  writeIfAll(table, [
    update(keys.task(id), {
      set: { refunded, ...queues.confirmingRefunds.position(now, id) },
      ...isDue,
    }),
  ])

/** Marks a due refund paid and final, without a transaction hash, because somebody else closed the escrow. */
export const markFinal = (table: Table, id: string, cents: number) =>
  writeIfAll(table, [
    update(keys.task(id), {
      set: { refunded: { cents, hash: null } },
      remove: queues.refunds.attributes,
      ...isDue,
    }),
  ])

/** Tasks that were refunded before a time (ISO 8601) and whose refund is not final yet, oldest first. */
export async function confirming(table: Table, before: string, limit: number): Promise<tasks.StoredTask[]> {
  const items = await queues.confirmingRefunds.read(table, limit, { before })
  const found = await tasks.getAll(
    table,
    items.map((item) => String(item.id)),
  )
  return [...found.values()].filter(({ refunded }) => refunded)
}

/** Marks a refund final by removing its task from the index of confirming refunds. */
export const finalise = (table: Table, id: string) =>
  writeIfAll(table, [
    update(keys.task(id), {
      remove: queues.confirmingRefunds.attributes,
      ...queues.confirmingRefunds.contains,
    }),
  ])

/**
 * Makes a paid refund due again, because a reorganisation removed its transaction. `now` in ISO 8601.
 * @throws ConditionFailed when `guard` does not hold
 */
export const reopen = (table: Table, task: tasks.StoredTask, now: string, guard: Write) =>
  writeIfCurrent(table, {
    current: update(keys.task(task.id), {
      set: tasks.refundDue(task, now),
      ...queues.confirmingRefunds.contains,
    }),
    guard,
  })
