import { decodeTime, ulid } from 'ulid'
import * as z from 'zod'
import { security as limits } from '../../domain/limits.ts'
import { type SecurityEventKind, securityEventKinds } from '../../domain/security.ts'
import { keys, partitions } from './keys.ts'
import { readItems, readList, type Table, type Write } from './table.ts'

const stored = z
  .object({
    sk: z.string(),
    kind: z.enum(securityEventKinds),
    device: z.string().nullable(),
    network: z.string().nullable(),
  })
  .transform(({ sk, ...event }) => ({ id: sk, ...event, at: new Date(decodeTime(sk)).toISOString() }))

/** The write that adds an event to the security log of an account. @param now epoch milliseconds */
export const put = (
  userId: string,
  event: { kind: SecurityEventKind; device: string | null; network: string | null },
  now: number,
): Write => ({
  put: { ...keys.securityEvent(userId, ulid(now)), ...event, ttl: Math.floor(now / 1000) + limits.kept },
})

/** The newest events of an account, newest first. */
export async function list(table: Table, userId: string) {
  const pk = partitions.securityEvents(userId)
  return readItems(table, stored, await readList(table, { pk, newestFirst: true, limit: limits.shown }))
}
