import * as z from 'zod'
import { keys, partitions } from './keys.ts'
import { readItems, type Table, update } from './table.ts'

const stored = z.object({ escrowId: z.string(), taskId: z.string() })

/** An escrow whose task is closed when its `refundableAt` has passed. It is found by the index attributes of its guard item. */
export type Refundable = z.output<typeof stored>

/** The index attributes of an escrow's guard item, sorted by `refundableAt` (Unix seconds). */
export const indexed = (escrowId: string, refundableAt: number) => ({
  gsi2pk: partitions.refundable,
  gsi2sk: `${new Date(refundableAt * 1000).toISOString()}#${escrowId}`,
})

/** Escrows whose `refundableAt` is before `now` (ISO 8601), oldest first. */
export async function before(table: Table, now: string, limit: number): Promise<Refundable[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundable, below: now, limit })
  return readItems(table, stored, page.items)
}

/** The ids of the tasks that have claimed these escrows, by escrow id. */
export async function ownersOf(table: Table, escrowIds: string[]): Promise<Map<string, string>> {
  const guards = await table.getAll(escrowIds.map(keys.escrow))
  return new Map(guards.map(({ escrowId, taskId }) => [String(escrowId), String(taskId)]))
}

export const remove = (table: Table, { escrowId }: Refundable): Promise<void> =>
  table.write([update(keys.escrow(escrowId), { remove: ['gsi2pk', 'gsi2sk'] })])
