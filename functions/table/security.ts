import { decodeTime, ulid } from 'ulid'
import * as z from 'zod'
import { security as limits } from '../../domain/limits.ts'
import { object } from '../../domain/schema.ts'
import { isTold, type SecurityEventKind, securityEventKinds } from '../../domain/security-events.ts'
import { keys, partitions, toldOwner } from './keys.ts'
import { readItems, readList, type Table, type Write } from './table.ts'

/** Sort keys of failed sign-ins begin with it. Anybody can cause them, so they must not push other events out of the list. */
const failed = 'FAILED#'

const stored = object(() => ({
  sk: z.string(),
  kind: z.enum(securityEventKinds),
  device: z.string().nullable(),
  network: z.string().nullable(),
})).transform(({ sk, ...event }) => {
  const id = sk.replace(failed, '')
  return { id, ...event, at: new Date(decodeTime(id)).toISOString() }
})

interface SecurityEvent {
  kind: SecurityEventKind
  device: string | null
  network: string | null
  /** When an announced move is done. */
  until?: string | undefined
  /** The confirmed e-mail address of the account before the event. */
  email?: string | undefined
  /** The owner is not told, for instance of the first device of a new account. */
  isQuiet?: boolean
}

/** The write that adds an event to the security log of an account. @param now epoch milliseconds */
export const put = (userId: string, { email, isQuiet, ...event }: SecurityEvent, now: number): Write => ({
  put: {
    ...keys.securityEvent(userId, `${event.kind === 'sign-in-failed' ? failed : ''}${ulid(now)}`),
    ...event,
    ...(isTold(event.kind) && !isQuiet && { told: toldOwner, email }),
    ttl: Math.floor(now / 1000) + limits.kept,
  },
})

/** The newest events of an account and its newest failed sign-ins, at most `limit` of each, newest first. */
export async function list(table: Table, userId: string, limit: number = limits.shown) {
  const newest = { pk: partitions.securityEvents(userId), newestFirst: true, limit }
  const lists = [
    readList(table, { ...newest, below: failed }),
    readList(table, { ...newest, prefix: failed }),
  ]
  const events = readItems(table, stored, (await Promise.all(lists)).flat())
  return events.sort((a, b) => b.id.localeCompare(a.id))
}
