import { keys, partitions } from './keys.ts'
import { ConditionFailed, type Table } from './table.ts'
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

/** Notes what the chain has returned. @returns whether it was due */
export async function markPaid(table: Table, id: string, cents: number, hash: string): Promise<boolean> {
  try {
    await table.write([
      {
        update: keys.task(id),
        set: 'SET refunded = :refunded REMOVE gsi2pk, gsi2sk',
        condition: 'refunded = :none',
        values: { ':refunded': { cents, hash }, ':none': null },
      },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
