import * as z from 'zod'
import { keys } from './keys.ts'
import { queues } from './queue.ts'
import { readItems, type Table, update } from './table.ts'

const stored = z
  .object({ escrowId: z.string(), taskId: z.string() })
  .transform(({ escrowId: id, taskId }) => ({ id, taskId }))

/** An escrow, by its id, whose task is closed when its `refundableAt` has passed. Its guard item is in a queue. */
export type Refundable = z.output<typeof stored>

/** Escrows whose `refundableAt` is before `now` (ISO 8601), oldest first. */
export async function before(table: Table, now: string, limit: number): Promise<Refundable[]> {
  return readItems(table, stored, await queues.refundable.read(table, limit, { before: now }))
}

/** The ids of the tasks that have claimed these escrows, by escrow id. */
export async function ownersOf(table: Table, escrowIds: string[]): Promise<Map<string, string>> {
  const guards = await table.getAll(escrowIds.map(keys.escrow))
  return new Map(guards.map(({ escrowId, taskId }) => [String(escrowId), String(taskId)]))
}

export const remove = (table: Table, { id }: Refundable): Promise<void> =>
  table.write([update(keys.escrow(id), { remove: queues.refundable.attributes })])
