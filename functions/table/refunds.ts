import { keys, partitions } from './keys.ts'
import { ConditionFailed, type Table, type Write } from './table.ts'
import * as tasks from './tasks.ts'

/** The outbox of refunds is the closed task itself, in the due index until its funder has the money. */

/**
 * Closes a task for good and makes its refund due: from this moment nothing can be submitted or approved.
 * @param onChain closed there already, so that it closes here whatever still waits for a verdict
 * @returns whether it was closed; not when it was before, when a submission is pending, or when its completions changed
 */
export async function close(
  table: Table,
  { id, completions, isActive }: tasks.StoredTask,
  now: string,
  onChain: boolean,
): Promise<boolean> {
  try {
    await table.write([
      {
        update: keys.task(id),
        set: `SET isActive = :false, closedAt = :now, refunded = :none, gsi2pk = :due, gsi2sk = :since, ${
          isActive ? 'listed = :closed' : 'wasDraft = :true'
        }`,
        condition: `attribute_not_exists(closedAt) AND isActive = :was${
          onChain ? '' : ' AND pending = :zero AND completions = :completions'
        }`,
        values: {
          ':false': false,
          ':was': isActive,
          ':now': now,
          ':none': null,
          ':due': partitions.refundsDue,
          ':since': `${now}#${id}`,
          ...(isActive ? { ':closed': partitions.closed } : { ':true': true }),
          ...(!onChain && { ':zero': 0, ':completions': completions }),
        },
      },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}

/** Tasks whose refund is due, longest first; read again consistently, since an index may be stale. */
export async function due(table: Table, limit: number): Promise<tasks.StoredTask[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundsDue, limit })
  const ids = page.items.map((item) => String(item.id))
  const found = await tasks.getAll(table, ids)
  return ids.flatMap((id) => found.get(id) ?? []).filter(({ refunded }) => refunded === null)
}

/**
 * Puts a refund that is due at the end of the queue, so that what has to wait holds up no other. `now` in ISO 8601.
 */
export const putBack = (table: Table, id: string, now: string) =>
  once(table, [
    {
      update: keys.task(id),
      set: 'SET gsi2sk = :place',
      condition: 'refunded = :none',
      values: { ':none': null, ':place': `${now}#${id}` },
    },
  ])

/** Notes what the chain has returned, `now` in ISO 8601. @returns whether it was due */
export const markPaid = (table: Table, id: string, refunded: { cents: number; hash: string }, now: string) =>
  once(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :refunded, gsi2pk = :confirming, gsi2sk = :place',
      condition: 'refunded = :none',
      values: {
        ':refunded': refunded,
        ':none': null,
        ':confirming': partitions.refundsConfirming,
        ':place': `${now}#${id}`,
      },
    },
  ])

/** Notes a refund that no reorganisation takes back any more, and whose transaction nobody could name. */
export const markFinal = (table: Table, id: string, cents: number) =>
  once(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :refunded REMOVE gsi2pk, gsi2sk',
      condition: 'refunded = :none',
      values: { ':refunded': { cents, hash: null }, ':none': null },
    },
  ])

/** Tasks refunded before a moment (ISO 8601) whose refund the chain may still take back, longest first. */
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

/** Notes that no reorganisation takes this refund back any more. */
export const finalise = (table: Table, id: string) =>
  once(table, [{ update: keys.task(id), set: 'REMOVE gsi2pk, gsi2sk', ...stillConfirming }])

/**
 * Makes a refund due again whose transaction a reorganisation has taken back.
 * @throws ConditionFailed when `guard` does not hold
 */
export const reopen = (table: Table, { id, closedAt }: tasks.StoredTask, guard: Write) =>
  once(table, [
    {
      update: keys.task(id),
      set: 'SET refunded = :none, gsi2pk = :due, gsi2sk = :since',
      condition: stillConfirming.condition,
      values: {
        ...stillConfirming.values,
        ':none': null,
        ':due': partitions.refundsDue,
        ':since': `${closedAt}#${id}`,
      },
    },
    guard,
  ])

/** @returns false when the first write's condition did not hold */
async function once(table: Table, writes: Write[]): Promise<boolean> {
  try {
    await table.write(writes)
    return true
  } catch (error) {
    if (error instanceof ConditionFailed && error.failed.includes(0)) return false
    throw error
  }
}
