import * as z from 'zod'
import { emailLinkLifetime } from '../../domain/limits.ts'
import { keys } from './keys.ts'
import { readItem, type Table, update, writeIfAll } from './table.ts'

/** The one token of a user that confirms an e-mail address: the last one that was sent. `ttl` in epoch seconds. */
const stored = z.object({ tokenHash: z.string(), email: z.string(), ttl: z.number() })

/** @param now epoch milliseconds */
export const save = (table: Table, userId: string, tokenHash: string, email: string, now: number) =>
  table.write([
    {
      put: { ...keys.emailToken(userId), tokenHash, email, ttl: Math.floor(now / 1000) + emailLinkLifetime },
    },
  ])

/**
 * Consumes the token and marks the e-mail address that it was sent to as confirmed, if the user still has this address.
 * @param unsubscribeToken of the links in later mails to this address
 * @returns whether the token was the user's, and valid at `now` (epoch milliseconds)
 */
export async function consume(
  table: Table,
  userId: string,
  tokenHash: string,
  now: number,
  unsubscribeToken: string,
): Promise<boolean> {
  const token = await readItem(table, stored, keys.emailToken(userId))
  if (token?.tokenHash !== tokenHash || token.ttl <= now / 1000) return false
  return writeIfAll(table, [
    update(keys.user(userId), {
      set: { confirmedEmail: token.email, unsubscribeToken, updatedAt: new Date(now).toISOString() },
      condition: 'email = :confirmedEmail',
    }),
    { delete: keys.emailToken(userId), condition: 'tokenHash = :hash', values: { ':hash': tokenHash } },
  ])
}
