import * as z from 'zod'
import { keys } from './keys.ts'
import { readItem, type Table, type Write } from './table.ts'

/** A scrypt hash (RFC 7914) with its parameters; `hash` and `salt` in base64. */
const stored = z.object({ hash: z.string(), salt: z.string(), N: z.number(), r: z.number(), p: z.number() })
export type StoredPassword = z.output<typeof stored>

/**
 * The write that stores a user's password, in a key family that only `auth` may reach. It fails if the password is no longer
 * the one `before`, or if there is one already.
 */
export const put = (userId: string, value: StoredPassword, before?: StoredPassword): Write => ({
  put: { ...keys.password(userId), ...value },
  condition: `attribute_not_exists(pk)${before ? ' OR #hash = :before' : ''}`,
  ...(before && { names: { '#hash': 'hash' }, values: { ':before': before.hash } }),
})

export const get = (table: Table, userId: string) => readItem(table, stored, keys.password(userId))
