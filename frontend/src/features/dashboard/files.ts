import type { Output } from '../../lib/api.ts'
import { saveCsv } from '../../lib/csv.ts'
import { readAllPages } from '../../lib/query.ts'
import { heldFor } from './summary.ts'

/** The records of the CSV files. Amounts in CENTS. An upheld appeal was approved by its decision. */
export const earningsRecords = (submissions: Output<'GET /api/user/submissions'>) =>
  submissions.map(({ appeal, createdAt, reviewedAt, task, taskId, transactionHash }) => ({
    Approved: appeal?.decidedAt ?? reviewedAt ?? createdAt,
    Task: task?.title,
    'Task id': taskId,
    CENTS: task?.reward,
    Transaction: transactionHash,
  }))

export const spendingRecords = (tasks: Output<'GET /api/user/tasks'>) =>
  tasks.map((task) => ({
    Created: task.createdAt,
    Task: task.title,
    'Task id': task.id,
    Locked: task.reward * task.maxCompletions,
    Approved: task.reward * task.completions,
    Returned: task.refund?.status === 'paid' ? task.refund.amount : 0,
    Held: heldFor(task),
    'Refund transaction': task.refund?.transactionHash,
  }))

/** `origin` of this site, for the URLs of files. */
export const proofRecords = (proofs: Output<'GET /api/reviews'>, origin: string) =>
  proofs.map((one) => ({
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
  }))

/** Reads all rows of a file, page by page, and saves it. */
export const saveFiles = {
  earnings: async () =>
    saveCsv(
      'earnings',
      earningsRecords(await readAllPages('GET /api/user/submissions', { status: 'approved' })),
    ),
  spending: async () => saveCsv('spending', spendingRecords(await readAllPages('GET /api/user/tasks', {}))),
  proofs: async () => {
    const all = await readAllPages('GET /api/reviews', { status: 'all', own: 'true' })
    saveCsv('proofs', proofRecords(all, location.origin))
  },
}
