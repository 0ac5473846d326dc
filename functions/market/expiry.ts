import type { Services } from '../context.ts'
import * as tasks from '../table/tasks.ts'

/** Tasks moved by one run; the next run goes on. */
const batch = 200

/** Moves tasks past their deadline from the open to the closed lists, so that open pages never read through them. */
export async function closeExpired({ now, table }: Services): Promise<number> {
  const expired = await tasks.expiredOpen(table, new Date(now()).toISOString(), batch)
  for (const id of expired) await tasks.listAsClosed(table, id)
  return expired.length
}
