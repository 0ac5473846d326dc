import { address } from '../domain/schema.ts'
import type { User } from '../domain/user.ts'
import type { Table } from '../functions/table/table.ts'
import * as users from '../functions/table/users.ts'

/**
 * Makes the user of this wallet or name an admin, or takes it back.
 * @returns the user as they were, or undefined when there is none
 */
export async function setAdmin(table: Table, who: string, isAdmin: boolean): Promise<User | undefined> {
  const isWallet = address.safeParse(who).success
  const user = await (isWallet ? users.byWallet(table, who) : users.byName(table, who))
  if (user && user.isAdmin !== isAdmin) {
    await users.setAdmin(table, user.id, isAdmin, new Date().toISOString())
  }
  return user
}
