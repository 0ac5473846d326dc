import type { CreatedTask, Dashboard } from '../../../../domain/views.ts'
import { heldFor } from './summary.ts'

type Own = Dashboard['submissions'][number]

/** The approved submissions with the time of the approval (ISO 8601). An upheld appeal was approved by its decision. */
export const approvedOf = (submissions: Own[]) =>
  submissions
    .filter(({ status }) => status === 'approved')
    .map((one) => ({ ...one, approvedAt: one.appeal?.decidedAt ?? one.reviewedAt ?? one.createdAt }))

/** The records of the CSV files. Amounts in CENTS. */
export const earningsRecords = (submissions: Own[]) =>
  approvedOf(submissions).map(({ approvedAt, task, taskId, transactionHash }) => ({
    Approved: approvedAt,
    Task: task?.title,
    'Task id': taskId,
    CENTS: task?.reward,
    Transaction: transactionHash,
  }))

export const spendingRecords = (tasks: CreatedTask[]) =>
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
export const proofRecords = (tasks: CreatedTask[], origin: string) =>
  tasks.flatMap(({ id, reward, submissions, title }) =>
    submissions.map((one) => ({
      Submitted: one.createdAt,
      Task: title,
      'Task id': id,
      'Submitted by': one.submitterName,
      Status: one.status,
      Link: one.proofLink,
      Text: one.proofText,
      File: one.proofFileUrl && origin + one.proofFileUrl,
      Notes: one.notes,
      Reviewed: one.reviewedAt,
      CENTS: one.status === 'approved' ? reward : 0,
      Transaction: one.transactionHash,
    })),
  )
