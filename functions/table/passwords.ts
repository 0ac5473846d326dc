import * as z from 'zod'
import { keys } from './keys.ts'
import type { Table, Write } from './table.ts'

/** A scrypt hash with the parameters it was made with (RFC 7914); bytes as base64. */
const stored = z.object({ hash: z.string(), salt: z.string(), N: z.number(), r: z.number(), p: z.number() })
export type StoredPassword = z.output<typeof stored>

/** The write that gives a new user a password, in an item that no profile read touches. */
export const put = (userId: string, value: StoredPassword): Write => ({
  put: { ...keys.password(userId), ...value },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, userId: string): Promise<StoredPassword | undefined> {
  const item = await table.get(keys.password(userId))
  return item && stored.parse(item)
}
