import { type EscrowState, remainderOf } from '../../domain/escrow.ts'
import { isFirstPartDue, type Returned, unclaimable } from '../../domain/refund.ts'
import { keys } from './keys.ts'
import { queues } from './queue.ts'
import { type Table, update, type Write, writeIfAll, writeIfCurrent } from './table.ts'
import * as tasks from './tasks.ts'

/**
 * A refund is stored in its closed task, which is in the index gsi2 until the refund is final. If submissions are undecided at
 * the closing, what they cannot claim is the first part of the refund.
 */

/**
 * Closes a task permanently: it takes no submissions. Its refund becomes due. If submissions are undecided, only the first part
 * becomes due, and the rest after the last decision (tasks.decision). `now` in ISO 8601.
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
  const part = waits ? 'firstPart' : 'refunded'
  return writeIfCurrent(table, {
    current: update(keys.task(id), {
      set: {
        isActive: false,
        closedAt: now,
        ...(!isActive && { wasDraft: true }),
        ...tasks.listingAsClosed(task),
        ...((!waits || unclaimable(task) > 0) && tasks.refundDue(task, now, part)),
      },
      condition: [
        'attribute_not_exists(closedAt) AND isActive = :was AND completions = :completions',
        // A task that was hidden meanwhile is not listed again.
        task.listed !== undefined && 'attribute_exists(listed)',
        !force && 'undecided = :undecided',
      ],
      values: {
        ':was': isActive,
        ':completions': completions,
        ...(!force && { ':undecided': undecided }),
      },
    }),
    more,
  })
}

/** Makes the refund of a closed task due although submissions are undecided. @returns whether it was waiting */
export function start(table: Table, task: tasks.StoredTask, now: string): Promise<boolean> {
  const condition = 'attribute_exists(closedAt) AND attribute_not_exists(refunded)'
  return writeIfAll(table, [update(keys.task(task.id), { set: tasks.refundDue(task, now), condition })])
}

/** Tasks whose refund or its first part is due, in the order of the queue. Each is read again, because an index may be stale. */
export async function due(table: Table, limit: number): Promise<tasks.StoredTask[]> {
  const ids = (await queues.refunds.read(table, limit)).map((item) => String(item.id))
  const found = await tasks.getAll(table, ids)
  const isDue = (task: tasks.StoredTask) => task.refunded === null || isFirstPartDue(task)
  return ids.flatMap((id) => found.get(id) ?? []).filter(isDue)
}

const isDueIn = {
  refunded: { condition: 'refunded = :none', values: { ':none': null } },
  firstPart: {
    condition: 'firstPart = :none AND attribute_not_exists(refunded)',
    values: { ':none': null },
  },
}

/** Moves a due refund to the end of the queue. `now` in ISO 8601. */
export const moveToEnd = (table: Table, id: string, now: string) =>
  writeIfAll(table, [
    update(keys.task(id), { set: queues.refunds.position(now, id), ...queues.refunds.contains }),
  ])

/** Marks a due refund paid by a transaction of this service, not yet final. `now` in ISO 8601. @returns whether it was due */
export const markPaid = (table: Table, id: string, refunded: Returned, now: string) =>
  writeIfAll(table, [
    update(keys.task(id), {
      set: { refunded, ...queues.confirmingRefunds.position(now, id) },
      ...isDueIn.refunded,
    }),
  ])

/**
 * Marks the first part of a refund paid, not yet final. If the rest is due by now, the task stays in the queue of due refunds.
 * `now` in ISO 8601.
 */
export async function markFirstPartPaid(table: Table, id: string, firstPart: Returned, now: string) {
  const confirming = {
    set: { firstPart, ...queues.confirmingRefunds.position(now, id) },
    ...isDueIn.firstPart,
  }
  const restIsDue = {
    set: { firstPart },
    condition: ['firstPart = :none', isDueIn.refunded.condition],
    values: isDueIn.refunded.values,
  }
  const write = (changes: Parameters<typeof update>[1]) => writeIfAll(table, [update(keys.task(id), changes)])
  return (await write(confirming)) || write(restIsDue)
}

/** Gives up the due first part of a refund: it returns with the rest. */
export const joinFirstPart = (table: Table, id: string) =>
  writeIfAll(table, [
    update(keys.task(id), {
      remove: ['firstPart', ...queues.refunds.attributes],
      ...isDueIn.firstPart,
    }),
  ])

/** The first part of a refund as the final state of the escrow shows it, if there is one. */
function finalFirstPart({ firstPart, maxCompletions, reward }: tasks.StoredTask, final: EscrowState) {
  const cents = reward * (maxCompletions - final.slots)
  if (cents === (firstPart?.cents ?? 0)) return firstPart ? { firstPart } : {}
  return { firstPart: cents > 0 ? { cents, hash: null } : null }
}

/**
 * Marks a due refund, or its first part, paid and final without a transaction hash, because another transaction has closed or
 * shrunk the escrow.
 * @param final the escrow's final state, or null if its funding was lost
 */
export function markFinal(table: Table, task: tasks.StoredTask, final: EscrowState | null) {
  const part = isFirstPartDue(task) ? 'firstPart' : 'refunded'
  const refunded = { cents: final ? remainderOf(final) : 0, hash: null }
  return writeIfAll(table, [
    update(keys.task(task.id), {
      set: { ...(final && finalFirstPart(task, final)), ...(part === 'refunded' && { refunded }) },
      remove: queues.refunds.attributes,
      ...isDueIn[part],
    }),
  ])
}

/** Tasks that were refunded before a time (ISO 8601) and whose refund is not final yet, oldest first. */
export async function confirming(table: Table, before: string, limit: number): Promise<tasks.StoredTask[]> {
  const items = await queues.confirmingRefunds.read(table, limit, { before })
  const found = await tasks.getAll(
    table,
    items.map((item) => String(item.id)),
  )
  return [...found.values()].filter(({ firstPart, refunded }) => refunded ?? firstPart)
}

/**
 * Marks a refund, or its first part, final by removing its task from the index of confirming refunds. The amounts become those of the
 * escrow's final state, because after a reorganisation another version of a transaction may have returned them.
 */
export const finalise = (table: Table, task: tasks.StoredTask, final: EscrowState) =>
  writeIfAll(table, [
    update(keys.task(task.id), {
      set: {
        ...finalFirstPart(task, final),
        ...(task.refunded && { refunded: { ...task.refunded, cents: remainderOf(final) } }),
      },
      remove: queues.confirmingRefunds.attributes,
      ...queues.confirmingRefunds.contains,
    }),
  ])

/**
 * Makes a paid refund, or its paid first part, due again, because a reorganisation removed its transaction. `now` in ISO 8601.
 * @throws ConditionFailed when `guard` does not hold
 */
export const reopen = (table: Table, task: tasks.StoredTask, now: string, guard: Write) =>
  writeIfCurrent(table, {
    current: update(keys.task(task.id), {
      set: tasks.refundDue(task, now, task.refunded ? 'refunded' : 'firstPart'),
      ...queues.confirmingRefunds.contains,
    }),
    guard,
  })
