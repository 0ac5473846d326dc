import { decodeTime, ulid } from 'ulid'
import * as z from 'zod'
import { subjectKinds } from '../../domain/audit.ts'
import { notifications as limits } from '../../domain/limits.ts'
import { notificationKinds } from '../../domain/notification.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { type Item, type Query, readItems, type Table, update, type Write, writeIfAll } from './table.ts'
import type { StoredUser } from './users.ts'

/** The inbox of a user, and one that all admins share. Entries expire by TTL. */

/** Owner of the inbox that all admins share. No user has this id. */
export const admins = 'ADMINS'

const stored = object(() => ({
  id: z.string(),
  at: z.string(),
  kind: z.enum(notificationKinds),
  taskId: z.string().nullable(),
  taskTitle: z.string().nullable(),
  submissionId: z.string().optional(),
  amount: z.number().optional(),
  transactionHash: z.string().nullable().optional(),
  reason: z.string().nullable().optional(),
  until: z.string().nullable().optional(),
  count: z.number().optional(),
  isUpheld: z.boolean().optional(),
  isOwnTask: z.literal(true).optional(),
  forAdmins: z.literal(true).optional(),
  reported: z.enum(subjectKinds).optional(),
  device: z.string().nullable().optional(),
  network: z.string().nullable().optional(),
  /** The confirmed e-mail address before a security event: it gets the mail, also if another one has replaced it. */
  email: z.string().optional(),
  /** The admin who caused an entry of the shared inbox, and to whom it is not shown. */
  by: z.string().optional(),
  /** Whom a report is about; it is not shown to this admin either. */
  about: z.string().optional(),
  /** Of a collected entry: its first id, and the submissions that it counts. */
  since: z.string(),
  counted: z.array(z.string()).default([]),
}))
export type StoredNotification = z.output<typeof stored>

/** A notification before it is stored. */
export type Draft = Omit<StoredNotification, 'id' | 'at' | 'since' | 'count' | 'counted'>

/**
 * Submissions that a collected entry remembers: more than a batch of the stream, which may be delivered again as a whole.
 * If concurrent batches count more than this until then, the repeated submissions are counted twice.
 */
const remembered = 120

/** The entry that an item contains. */
export const read = (item: Item): StoredNotification => stored.parse(item)

/** @param was the entry that is replaced. @returns false if another one was stored, or the account was deleted, meanwhile */
function save(
  table: Table,
  userId: string,
  name: string,
  value: Draft & Partial<Pick<StoredNotification, 'count' | 'counted' | 'since'>>,
  now: number,
  was?: StoredNotification,
): Promise<boolean> {
  const id = ulid(now)
  const put = {
    ...value,
    since: value.since ?? id,
    ...keys.notification(userId, name),
    gsi1pk: partitions.inbox(userId),
    gsi1sk: id,
    id,
    at: new Date(now).toISOString(),
    ttl: Math.ceil(now / 1000) + limits.days * 86_400,
  }
  const writes: Write[] = [
    was
      ? { put, condition: 'id = :was', values: { ':was': was.id } }
      : { put, condition: 'attribute_not_exists(pk)' },
  ]
  // In the same transaction, so that no entry is left after its account was deleted.
  if (userId !== admins)
    writes.push({
      check: keys.user(userId),
      condition: 'attribute_exists(pk) AND attribute_not_exists(deletedAt)',
    })
  return writeIfAll(table, writes)
}

/**
 * Stores a notification, unless its inbox has one with this name.
 * @param name identifies what happened, so that an event that is delivered again has no effect
 * @param now epoch milliseconds
 */
export const add = (table: Table, userId: string, name: string, draft: Draft, now: number) =>
  save(table, userId, `${draft.kind}#${name}`, draft, now)

/** The given notifications that are not in their inboxes yet. */
export async function missing<N extends { userId: string; name: string; draft: Draft }>(
  table: Table,
  all: N[],
): Promise<N[]> {
  const keyOf = ({ draft, name, userId }: N) => keys.notification(userId, `${draft.kind}#${name}`)
  const found = await table.getAll(all.map(keyOf))
  const stored = new Set(found.map(({ pk, sk }) => `${pk} ${sk}`))
  return all.filter((one) => !stored.has(`${keyOf(one).pk} ${keyOf(one).sk}`))
}

/** How often a count that another batch prevented is tried. Of batches that collide, one succeeds each time. */
const attempts = 16

/**
 * Counts a submission in the entry that collects this kind for a task. If the user has seen that entry, or it started more
 * than a day ago, a new one starts: each entry is mailed once. A submission that the entry counts already changes nothing.
 * @throws Error when the entry kept changing; the stream then delivers the event again
 */
export async function collect(
  table: Table,
  user: Pick<StoredUser, 'id' | 'seenNotification'>,
  { submissionId = '', ...draft }: Draft,
  now: number,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++)
    if (await collectOnce(table, user, { submissionId, ...draft }, now)) return
  throw new Error('The inbox kept changing')
}

/** @returns false if the entry changed meanwhile */
async function collectOnce(
  table: Table,
  user: Parameters<typeof collect>[1],
  { submissionId, ...draft }: Draft & { submissionId: string },
  now: number,
): Promise<boolean> {
  const name = `${draft.kind}#${draft.taskId}`
  const item = await table.get(keys.notification(user.id, name))
  const was = item && read(item)
  if (was?.counted.includes(submissionId)) return true
  const isOpen = was && was.id > (user.seenNotification ?? '') && decodeTime(was.since) >= now - 86_400_000
  const open = isOpen ? was : undefined
  const value = {
    ...draft,
    ...(draft.amount && { amount: draft.amount + (open?.amount ?? 0) }),
    count: 1 + (open?.count ?? 0),
    counted: [...(was?.counted ?? []), submissionId].slice(-remembered),
    ...(open && { since: open.since }),
  }
  return save(table, user.id, name, value, now, was)
}

/** The newest notifications of these inboxes, newest first: of those with an id below or above a given one. */
export async function newest(
  table: Table,
  owners: string[],
  limit: number,
  bounds: Pick<Query, 'below' | 'above'> = {},
): Promise<StoredNotification[]> {
  const pages = await Promise.all(
    owners.map((owner) =>
      table.query({ index: 'gsi1', pk: partitions.inbox(owner), newestFirst: true, limit, ...bounds }),
    ),
  )
  const found = pages.flatMap(({ items }) => items)
  // The first `localeCompare` of a process takes 10 ms, because it loads the rules of a language.
  const sorted = readItems(table, stored, found).sort((a, b) => (a.id < b.id ? 1 : -1))
  return sorted.slice(0, limit)
}

/** Marks all notifications up to this id as seen; the mark never moves back. */
export const markSeen = (table: Table, userId: string, id: string) =>
  writeIfAll(table, [
    update(keys.user(userId), {
      set: { seenNotification: id },
      condition: [
        'attribute_not_exists(deletedAt)',
        '(attribute_not_exists(seenNotification) OR seenNotification < :seenNotification)',
      ],
    }),
  ])

/** Turns mail on. @param token of the links that turn it off */
export const turnMailOn = (table: Table, userId: string, token: string) =>
  writeIfAll(table, [
    update(keys.user(userId), {
      set: { unsubscribeToken: token },
      remove: ['mailOff'],
      condition: 'attribute_not_exists(deletedAt)',
    }),
  ])

/** Turns mail off. @returns whether the token is the user's */
export const turnMailOff = (table: Table, userId: string, token: string) =>
  writeIfAll(table, [
    update(keys.user(userId), {
      set: { mailOff: true },
      condition: 'unsubscribeToken = :token',
      values: { ':token': token },
    }),
  ])
