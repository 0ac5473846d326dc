import * as z from 'zod'
import { keys } from './keys.ts'
import { ConditionFailed, type Table } from './table.ts'

/** Sessions and sign-in challenges. Both expire by TTL and are checked for expiry on read; times are epoch seconds. */

const stored = z.object({ userId: z.string(), ttl: z.number() })

export async function start(table: Table, tokenHash: string, userId: string, expiresAt: number) {
  await table.write([{ put: { ...keys.session(tokenHash), userId, ttl: expiresAt } }])
}

/** The session's user id while it is valid. */
export async function userIdOf(table: Table, tokenHash: string, now: number): Promise<string | undefined> {
  const item = await table.get(keys.session(tokenHash))
  const session = item && stored.parse(item)
  return session && session.ttl > now ? session.userId : undefined
}

export async function end(table: Table, tokenHash: string) {
  await table.write([{ delete: keys.session(tokenHash) }])
}

/** Saves a challenge; `address` is the wallet that the challenge names, if it names one. */
export async function saveChallenge(
  table: Table,
  messageHash: string,
  address: string | undefined,
  expiresAt: number,
) {
  await table.write([{ put: { ...keys.challenge(messageHash), address, ttl: expiresAt } }])
}

/**
 * Consumes a challenge by a conditional delete: of many concurrent calls at most one gets true.
 * Only the wallet that a challenge names can consume it.
 */
export async function consumeChallenge(table: Table, messageHash: string, address: string, now: number) {
  try {
    await table.write([
      {
        delete: keys.challenge(messageHash),
        condition:
          'attribute_exists(pk) AND #ttl > :now AND (attribute_not_exists(#address) OR #address = :address)',
        names: { '#ttl': 'ttl', '#address': 'address' },
        values: { ':now': now, ':address': address },
      },
    ])
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
