import * as z from 'zod'
import { type ModeratedSubject, subjectKinds } from '../../domain/audit.ts'
import { type ReportReason, reportReasons } from '../../domain/report-reasons.ts'
import { object } from '../../domain/schema.ts'
import { keys, partitions } from './keys.ts'
import { readItems, readList, type Table, update, type Write, writeIfAll, writeIfCurrent } from './table.ts'

/** Reports, and one case for each reported task, submission or user. A case is in gsi1 while it is open. */

const stored = object(() => ({
  kind: z.enum(subjectKinds),
  id: z.string(),
  personId: z.string(),
  taskId: z.string().nullable(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
}))

const report = object(() => ({
  by: z.string(),
  reason: z.enum(Object.keys(reportReasons) as [ReportReason, ...ReportReason[]]),
  words: z.string().nullable(),
  createdAt: z.string(),
}))
export type StoredReport = z.output<typeof report>

const madeReport = object(() => ({ ...report.omit({ by: true }).shape, pk: z.string() })).transform(
  ({ pk, ...value }) => {
    const [, kind, id] = pk.split('#')
    return { kind, id, ...value }
  },
)

/** What a report is about, with the person responsible for it and its task. */
export interface Reported extends ModeratedSubject {
  personId: string
  taskId: string | null
}

/**
 * Saves a report and opens the case, or reopens a dismissed one.
 * @param holds the case may hold automatic approvals
 * @returns false if this person has already reported this subject
 */
export async function add(
  table: Table,
  subject: Reported,
  value: StoredReport,
  holds: boolean,
): Promise<boolean> {
  const { id, kind, personId, taskId } = subject
  return writeIfAll(table, [
    {
      put: {
        ...keys.report(kind, id, value.by),
        ...value,
        gsi1pk: partitions.reportedBy(value.by),
        gsi1sk: value.createdAt,
      },
      condition: 'attribute_not_exists(pk)',
    },
    {
      update: keys.reportCase(kind, id),
      set: `SET kind = :kind, id = :id, personId = :person, taskId = :task, lastAt = :now, lastBy = :by,
        firstAt = if_not_exists(firstAt, :now), gsi1pk = :open, gsi1sk = if_not_exists(gsi1sk, :position)${holds ? ', holds = :holds' : ''}
        ADD #count :one`,
      names: { '#count': 'count' },
      values: {
        ':kind': kind,
        ':id': id,
        ':person': personId,
        ':task': taskId,
        ':now': value.createdAt,
        ':by': value.by,
        ':open': partitions.openCases,
        ':position': `${value.createdAt}#${kind}#${id}`,
        ':one': 1,
        ...(holds && { ':holds': true }),
      },
    },
  ])
}

/** A page of the open cases, oldest first. @param after `next` of the page before */
export async function open(table: Table, limit: number, after?: string) {
  const query = { index: 'gsi1', pk: partitions.openCases, limit, ...(after && { above: after }) } as const
  const { items, next } = await table.query(query)
  return { cases: readItems(table, stored, items), next: next && String(items.at(-1)?.gsi1sk) }
}

/** Some reports of a case. Their order is that of the reporters' ids. */
export async function of(
  table: Table,
  { id, kind }: ModeratedSubject,
  limit: number,
): Promise<StoredReport[]> {
  const { pk } = keys.reportCase(kind, id)
  return readItems(table, report, (await table.query({ pk, prefix: 'BY#', limit })).items)
}

/** True if one of these subjects has an open case that holds automatic approvals. */
export async function isAnyHolding(table: Table, subjects: ModeratedSubject[]): Promise<boolean> {
  const cases = await table.getAll(subjects.map(({ id, kind }) => keys.reportCase(kind, id)))
  return cases.some(({ gsi1pk, holds }) => gsi1pk === partitions.openCases && holds === true)
}

/**
 * Closes an open case. A later report opens it again.
 * @param more further writes of the transaction
 * @returns false if it is not open
 */
export async function dismiss(table: Table, { id, kind }: ModeratedSubject, more: Write[]): Promise<boolean> {
  return writeIfCurrent(table, {
    current: update(keys.reportCase(kind, id), {
      remove: ['gsi1pk', 'gsi1sk'],
      condition: 'gsi1pk = :open',
      values: { ':open': partitions.openCases },
    }),
    more,
  })
}

/** The newest reports that this user made, each with its subject. */
export async function madeBy(table: Table, userId: string, limit: number) {
  const query = { index: 'gsi1', pk: partitions.reportedBy(userId), newestFirst: true, limit } as const
  return readItems(table, madeReport, await readList(table, query))
}
