import { services } from '../functions/context.ts'
import * as users from '../functions/table/users.ts'

/** Makes a user an admin; what an operator does once for the first one. */
export async function grantAdmin(userId: string): Promise<void> {
  const { now, table } = services()
  await users.setAdmin(table, userId, true, new Date(now()).toISOString())
}
