import * as z from 'zod'
import { live as limits } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { readItems, readList, type Table, update, type Write } from './table.ts'

/**
 * The connections of people's pages, and how many messages each person was sent. The owner of a connection is its user. A
 * connection of an admin has a second item, whose owner is `admins` (notifications.ts). Connections expire by TTL.
 */

const stored = object(() => ({
  connectionId: z.string(),
  userId: z.string(),
  sessionId: z.string(),
  /** Epoch seconds; of all connections of a user, the oldest has the lowest. */
  ttl: z.number(),
}))
export type Connection = z.output<typeof stored>

/** The write that remembers a connection. @param now epoch milliseconds */
export const connect = (owner: string, connection: Omit<Connection, 'ttl'>, now: number): Write => ({
  put: {
    ...keys.connection(owner, connection.connectionId),
    ...connection,
    ttl: Math.ceil(now / 1000) + limits.connectionLifetime,
  },
})

export const disconnect = (owner: string, connectionId: string): Write => ({
  delete: keys.connection(owner, connectionId),
})

/** The connections of an owner, the oldest first. Strongly consistent. */
export async function connectionsOf(table: Table, owner: string): Promise<Connection[]> {
  const items = await readList(table, {
    pk: partitions.live(owner),
    prefix: 'CONNECTION#',
    limit: limits.connectionsRead,
  })
  return readItems(table, stored, items).sort((a, b) => a.ttl - b.ttl)
}

/** Counts a message to an owner. @param now epoch milliseconds */
export const countMessage = (table: Table, owner: string, now: number): Promise<void> =>
  table.write([
    update(keys.news(owner), {
      add: { messages: 1 },
      set: { sentAt: now, ttl: Math.ceil(now / 1000) + limits.newsKept },
    }),
  ])

/** How many messages these owners were sent, and when the last one was: epoch milliseconds, or null. */
export async function newsOf(table: Table, owners: string[]) {
  const items = await Promise.all(owners.map((owner) => table.get(keys.news(owner))))
  const times = items.flatMap((item) => (item ? [Number(item.sentAt)] : []))
  return {
    messages: items.reduce((sum, item) => sum + Number(item?.messages ?? 0), 0),
    sentAt: times.length > 0 ? Math.max(...times) : null,
  }
}
