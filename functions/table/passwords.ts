import { keys } from './keys.ts'
import type { Table, Write } from './table.ts'

/** A scrypt hash with the parameters it was made with (RFC 7914); bytes as base64. */
export interface StoredPassword {
  hash: string
  salt: string
  N: number
  r: number
  p: number
}

/** The write that gives a new user a password, in an item that no profile read touches. */
export const put = (userId: string, value: StoredPassword): Write => ({
  put: { ...keys.password(userId), ...value },
  condition: 'attribute_not_exists(pk)',
})

export async function get(table: Table, userId: string): Promise<StoredPassword | undefined> {
  const item = await table.get(keys.password(userId))
  if (!item) return undefined
  return {
    hash: String(item.hash),
    salt: String(item.salt),
    N: Number(item.N),
    r: Number(item.r),
    p: Number(item.p),
  }
}
