import { keys, partitions } from './keys.ts'
import { ConditionFailed, type Table, type Write } from './table.ts'

/** Escrows that anyone may close on the chain, once their time has come: the guards of tasks whose money is not back yet. */

/** An escrow past its `refundableAt`, and the task that it backs. */
export interface Refundable {
  escrowId: string
  taskId: string
}

/** The attributes of a guard that is to be looked at from `at` (ISO 8601) on. */
export const lookAgain = (escrowId: string, at: string) => ({
  gsi2pk: partitions.refundable,
  gsi2sk: `${at}#${escrowId}`,
})

/** Those to be looked at before `now` (ISO 8601), longest waiting first. */
export async function waiting(table: Table, now: string, limit: number): Promise<Refundable[]> {
  const page = await table.query({ index: 'gsi2', pk: partitions.refundable, below: now, limit })
  return page.items.map(({ escrowId, taskId }) => ({ escrowId: String(escrowId), taskId: String(taskId) }))
}

/** Puts off the next look until `at` (ISO 8601). */
export const putOff = (table: Table, { escrowId }: Refundable, at: string) =>
  update(table, {
    update: keys.escrow(escrowId),
    set: 'SET gsi2sk = :place',
    condition: 'gsi2pk = :refundable',
    values: { ':place': lookAgain(escrowId, at).gsi2sk, ':refundable': partitions.refundable },
  })

/** Notes that nothing is left to come back from it. */
export const forget = (table: Table, { escrowId }: Refundable) =>
  update(table, {
    update: keys.escrow(escrowId),
    set: 'REMOVE gsi2pk, gsi2sk',
    condition: 'gsi2pk = :refundable',
    values: { ':refundable': partitions.refundable },
  })

/** Another run may have been faster: then there is nothing to write. */
async function update(table: Table, write: Write): Promise<void> {
  await table.write([write]).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error
  })
}
