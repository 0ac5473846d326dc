import { ulid } from 'ulid'
import * as z from 'zod'
import { type AuditEntry, auditActions, subjectKinds } from '../../domain/audit.ts'
import { keys, partitions } from './keys.ts'
import { readItems, type Table, type Write } from './table.ts'

/**
 * The audit log: one item for each admin action, written in the transaction of the action. Entries are only added. No function
 * may update or delete them, and the stream reports every change of one (functions/events/audit-changed.ts).
 */

/** An entry as it is stored, without names. */
const stored = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  action: z.enum(auditActions),
  subject: z.object({ kind: z.enum(subjectKinds), id: z.string() }),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type StoredEntry = z.output<typeof stored>

const monthOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 7)

/** The month before this one, both as yyyy-mm. */
const monthBefore = (month: string) => monthOf(Date.parse(`${month}-01`) - 1)

/**
 * The write that adds an entry. Put it at the end of the action's own transaction.
 * @param context the time, and the admin; null for an operator command
 */
export function entry(
  { now, user }: { now(): number; user: { id: string } | null },
  {
    action,
    subject,
    reason = null,
    details = {},
  }: Pick<StoredEntry, 'action' | 'subject'> & Partial<Pick<AuditEntry, 'reason' | 'details'>>,
): Write {
  const at = now()
  const id = ulid(at)
  const value: StoredEntry = {
    id,
    at: new Date(at).toISOString(),
    by: user?.id ?? null,
    action,
    subject,
    reason,
    details,
  }
  return { put: { ...keys.audit(monthOf(at), id), ...value }, condition: 'attribute_not_exists(pk)' }
}

/** No entry is older: the month in which the audit log was introduced. */
const firstMonth = '2026-11'

/** Months that one page reads at most, so that quiet years do not make a page slow. */
const monthsAtMost = 12

const position = z.tuple([z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/), z.string()])

/**
 * A page of entries, newest first. `now` in milliseconds.
 * @param cursor `next` of the page before; an unreadable one starts at the newest entry
 * @returns `next` is absent on the last page; a page may be short, and even empty, before the last
 */
export async function list(
  table: Table,
  now: number,
  limit: number,
  cursor?: string,
): Promise<{ entries: StoredEntry[]; next?: string }> {
  const { data = [monthOf(now), ''] } = position.safeParse(cursor?.split('#'))
  let [month, below] = data
  const entries: StoredEntry[] = []
  for (let months = 0; entries.length < limit && months < monthsAtMost; months++) {
    const { items, next } = await table.query({
      pk: partitions.audit(month),
      ...(below && { below }),
      newestFirst: true,
      limit: limit - entries.length,
    })
    entries.push(...readItems(table, stored, items))
    if (!next && month <= firstMonth) return { entries }
    below = next ? String(items.at(-1)?.sk) : ''
    if (!next) month = monthBefore(month)
  }
  return { entries, next: `${month}#${below}` }
}
