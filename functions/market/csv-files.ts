import type { Input, Output } from '../../domain/api.ts'
import { heldFor } from '../../domain/refund.ts'
import type { Document } from '../../domain/route.ts'
import type { UserContext } from '../runtime/context.ts'
import { type CsvRecord, csvHeader, csvLines } from './csv.ts'
import { ownSubmissions, ownTasks, reviews } from './lists.ts'

/** The caller's files, with amounts in CENTS. An upheld appeal was approved by its decision. */

const earning = ({
  appeal,
  createdAt,
  reviewedAt,
  task,
  taskId,
  transactionHash,
}: Output<'GET /api/user/submissions'>[number]) => ({
  Approved: appeal?.decidedAt ?? reviewedAt ?? createdAt,
  Task: task?.title,
  'Task id': taskId,
  CENTS: task?.reward,
  Transaction: transactionHash,
})

const returnedOf = (part: { status: string; amount: number } | null | undefined) =>
  part?.status === 'paid' ? part.amount : 0

const spending = (task: Output<'GET /api/user/tasks'>[number]) => ({
  Created: task.createdAt,
  Task: task.title,
  'Task id': task.id,
  Locked: task.reward * task.maxCompletions,
  Approved: task.reward * task.completions,
  Returned: returnedOf(task.refund) + returnedOf(task.refund?.firstPart),
  Held: heldFor(task),
  'Refund transaction': task.refund?.transactionHash,
})

/** `origin` of the site, for the URLs of files. */
const proof = (one: Output<'GET /api/reviews'>[number], origin: string) => ({
  Submitted: one.createdAt,
  Task: one.task?.title,
  'Task id': one.taskId,
  'Submitted by': one.submitterName,
  Status: one.status,
  Link: one.proofLink,
  Text: one.proofText,
  File: one.proofFileUrl && origin + one.proofFileUrl,
  Notes: one.notes,
  Reviewed: one.reviewedAt,
  CENTS: one.status === 'approved' ? one.task?.reward : 0,
  Transaction: one.transactionHash,
})

interface Page {
  records: CsvRecord[]
  next?: string
}

/** How the next page of each file is read. */
const files: Record<
  Input<'GET /api/user/files/{name}'>['name'],
  (context: UserContext, cursor: string | undefined) => Promise<Page>
> = {
  earnings: async (context, cursor) => {
    const { page, ...rest } = await ownSubmissions(context, { cursor, status: 'approved' })
    return { records: page.map(earning), ...rest }
  },
  spending: async (context, cursor) => {
    const { page, ...rest } = await ownTasks(context, { cursor })
    return { records: page.map(spending), ...rest }
  },
  proofs: async (context, cursor) => {
    const { page, ...rest } = await reviews(context, { cursor, own: 'true', status: 'all' })
    return { records: page.map((one) => proof(one, context.config.SITE_ORIGIN)), ...rest }
  },
}

/** The columns of the files. */
const columns = {
  earnings: ['Approved', 'Task', 'Task id', 'CENTS', 'Transaction'],
  spending: ['Created', 'Task', 'Task id', 'Locked', 'Approved', 'Returned', 'Held', 'Refund transaction'],
  proofs: [
    ...['Submitted', 'Task', 'Task id', 'Submitted by', 'Status', 'Link', 'Text', 'File', 'Notes'],
    ...['Reviewed', 'CENTS', 'Transaction'],
  ],
}

/** Rows of one answer, which is smaller than the 6 MB of Lambda with the longest texts. */
const rowsOfPart = 100

/** A part of a CSV file: the first has the names of the columns; `next` is the cursor of the next one. */
export async function ownFile(
  context: UserContext,
  { cursor, name }: Input<'GET /api/user/files/{name}'>,
): Promise<Document> {
  const records: CsvRecord[] = []
  let next = cursor
  do {
    const page = await files[name](context, next)
    records.push(...page.records)
    next = page.next
  } while (next && records.length < rowsOfPart)
  const header = cursor ? '' : csvHeader(columns[name])
  return { type: 'text/csv', text: header + csvLines(records), ...(next && { next }) }
}
