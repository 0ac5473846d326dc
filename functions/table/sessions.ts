import * as z from 'zod'
import { session as limits, security } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { readItem, readItems, readList, type Table, update, type Write, writeIfAll } from './table.ts'
import { get as getUser, isSignedOut, type StoredUser } from './users.ts'

/** Sessions and sign-in challenges. Both expire by TTL (epoch seconds) and are checked for expiry on read. */

const stored = object(() => ({
  sk: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  usedAt: z.string(),
  device: z.string(),
  network: z.string(),
  epoch: z.string().optional(),
})).transform(({ sk, ...session }) => ({ id: sk, ...session }))

/** `id` is the SHA-256 of the session's token. */
export type Session = z.output<typeof stored>

const secondsSince = (time: string, now: number) => (now - Date.parse(time)) / 1000

/** @param now epoch milliseconds, as in all functions of sessions */
const isValid = (session: Session, now: number) =>
  secondsSince(session.createdAt, now) < limits.lifetime && secondsSince(session.usedAt, now) < limits.idle

/** The write that starts a session of this user. It is void if the user's sessions have ended since the user was read. */
export const start = (
  user: Pick<StoredUser, 'id' | 'signedOut'>,
  { id, ...session }: Omit<Session, 'usedAt' | 'epoch'>,
): Write => ({
  put: {
    ...keys.session(user.id, id),
    ...session,
    epoch: user.signedOut?.epoch,
    usedAt: session.createdAt,
    ttl: Math.floor(Date.parse(session.createdAt) / 1000) + limits.lifetime,
  },
})

export const end = (userId: string, id: string): Write => ({ delete: keys.session(userId, id) })

/** The session of this user and id while it is valid. */
export async function get(table: Table, userId: string, id: string, now: number) {
  const session = await readItem(table, stored, keys.session(userId, id))
  return session && isValid(session, now) ? session : undefined
}

/** The user and their session of this id, while the session is valid and the account exists. */
export async function find(table: Table, userId: string, id: string, now: number) {
  const [session, user] = await Promise.all([get(table, userId, id, now), getUser(table, userId)])
  return session && user && !user.deleted && !isSignedOut(user, session) ? { session, user } : null
}

/**
 * Stores that a session is in use, at most once an hour. The condition keeps a request that began before the session
 * ended from creating the session again, and lets one of many concurrent requests write.
 */
export async function touch(table: Table, userId: string, { id, usedAt }: Session, now: number) {
  if (secondsSince(usedAt, now) < limits.usedAtAccuracy) return
  await writeIfAll(table, [
    update(keys.session(userId, id), {
      set: { usedAt: new Date(now).toISOString() },
      condition: 'usedAt = :before',
      values: { ':before': usedAt },
    }),
  ])
}

/** The valid sessions of a user, last used first. */
export async function list(table: Table, user: StoredUser, now: number): Promise<Session[]> {
  const items = await readList(table, { pk: partitions.sessions(user.id), limit: 1000 })
  return readItems(table, stored, items)
    .filter((session) => isValid(session, now) && !isSignedOut(user, session))
    .sort((a, b) => b.usedAt.localeCompare(a.usedAt))
    .slice(0, security.shown)
}

/** What a challenge is for, and the wallet that it names, if it names one. */
type Challenge = { address?: string | undefined; purpose: string }

/** Saves a challenge. @param expiresAt epoch seconds */
export const saveChallenge = (table: Table, messageHash: string, value: Challenge, expiresAt: number) =>
  table.write([{ put: { ...keys.challenge(messageHash), ...value, ttl: expiresAt } }])

/**
 * Consumes a challenge by a conditional delete: of many concurrent calls at most one gets true.
 * Only the wallet that a challenge names can consume it, and only for the challenge's purpose.
 */
export const consumeChallenge = (
  table: Table,
  messageHash: string,
  { address, purpose }: Challenge,
  now: number,
) =>
  writeIfAll(table, [
    {
      delete: keys.challenge(messageHash),
      once: true,
      condition:
        'purpose = :purpose AND #ttl > :now AND (attribute_not_exists(#address) OR #address = :address)',
      names: { '#ttl': 'ttl', '#address': 'address' },
      values: { ':now': now, ':address': address, ':purpose': purpose },
    },
  ])
