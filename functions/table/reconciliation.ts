import * as z from 'zod'
import { keys } from './keys.ts'
import type { Table } from './table.ts'

const stored = z.object({ at: z.string(), agrees: z.boolean() })

/** The last comparison of the chain with the table: its time (ISO 8601) and whether it found no difference. */
export type Reconciled = z.output<typeof stored>

export async function last(table: Table): Promise<Reconciled | null> {
  const item = await table.get(keys.reconciled)
  return item ? stored.parse(item) : null
}

export const save = (table: Table, value: Reconciled): Promise<void> =>
  table.write([{ put: { ...keys.reconciled, ...value } }])
