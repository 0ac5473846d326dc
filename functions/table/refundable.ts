import { keys, partitions } from './keys.ts'
import type { Table } from './table.ts'

/** An escrow whose task is closed when its `refundableAt` has passed. It is found by the index attributes of its guard item. */
export interface Refundable {
  escrowId: string
  taskId: string
}

/** The index attributes of an escrow's guard item, sorted by `refundableAt` (Unix seconds). */
export const indexed = (escrowId: string, refundableAt: number) => ({
  gsi2pk: partitions.refundable,
  gsi2sk: `${new Date(refundableAt * 1000).toISOString()}#${escrowId}`,
})

/** Escrows whose `refundableAt` is before `now` (ISO 8601), oldest first. */
export async function before(table: Table, now: string, limit: number): Promise<Refundable[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundable, below: now, limit })
  return page.items.map(({ escrowId, taskId }) => ({ escrowId: String(escrowId), taskId: String(taskId) }))
}

/** Removes the escrow from the index. */
export const remove = (table: Table, { escrowId }: Refundable): Promise<void> =>
  table.write([{ update: keys.escrow(escrowId), set: 'REMOVE gsi2pk, gsi2sk' }])
