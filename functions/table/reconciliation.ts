import * as z from 'zod'
import { keys } from './keys.ts'
import { readItem, type Table } from './table.ts'

const stored = z.object({ at: z.string(), agrees: z.boolean() })

/** The last comparison of the chain with the table: its time (ISO 8601) and whether it found no difference. */
export type Reconciled = z.output<typeof stored>

export const last = async (table: Table): Promise<Reconciled | null> =>
  (await readItem(table, stored, keys.reconciled)) ?? null

export const save = (table: Table, value: Reconciled): Promise<void> =>
  table.write([{ put: { ...keys.reconciled, ...value } }])

const storedRound = z.object({
  /** Where the next part begins; absent at the beginning of a round. */
  after: z.record(z.string(), z.unknown()).optional(),
  /** When the last complete round ended, or the first one began (epoch milliseconds). */
  since: z.number(),
  /** Differences of this round so far. Before they had to be known again, their number was stored. */
  found: z.array(z.string()).catch([]),
  /** Differences of the last complete round. */
  foundBefore: z.array(z.string()).catch([]),
})

/** A round of the scheduled comparison, which compares some tasks in each run. */
export type Round = z.output<typeof storedRound>

export const round = (table: Table) => readItem(table, storedRound, keys.reconciliationRound)

export const saveRound = (table: Table, value: Round): Promise<void> =>
  table.write([{ put: { ...keys.reconciliationRound, ...value } }])
