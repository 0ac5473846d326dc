import { AppError } from '../../domain/errors.ts'
import {
  type AppealDecision,
  type AppealInput,
  proofOfType,
  type Submission,
} from '../../domain/submission.ts'
import type { AdminAppeals } from '../../domain/views.ts'
import * as uploads from '../files/uploads.ts'
import type { UserContext } from '../runtime/context.ts'
import { requireFreshAdmin } from '../runtime/fresh-session.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as audit from '../table/audit.ts'
import * as submissions from '../table/submissions.ts'
import type { Write } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import { approve, ceilingOf, onCurrentTask, refusalOf } from './reviews.ts'
import { namesFor } from './submissions.ts'
import { taskAnswer } from './tasks.ts'

/**
 * Opens the caller's appeal against the rejection of their proof, with a message and optionally a corrected proof. The proof
 * still has its place of the task.
 * @throws conflict when it is not rejected, appealed before or too late; the errors of `uploads.storeProof`
 */
export async function open(
  context: UserContext,
  input: Omit<AppealInput, 'id'>,
  { submission, task }: SubjectOf<'POST /api/submissions/{id}/appeal'>,
): Promise<Submission> {
  const { now, table } = context
  refuseAppeal(submission, now())
  const proof = proofOfType(task.submissionType, input)
  const save = (createFile?: Write) =>
    onCurrentTask(context, task, (current) => {
      const appeal = {
        status: 'open' as const,
        message: input.message,
        ...proof,
        createdAt: new Date(now()).toISOString(),
        decidedAt: null,
        decidedBy: null,
        reason: null,
      }
      return submissions.openAppeal(table, submission, current, appeal, createFile ? [createFile] : [])
    })
  const refused = proof.proofFileUrl
    ? await uploads.storeProof(context, proof.proofFileUrl, task.creatorId, save)
    : await save()
  const after = await submissions.getOf(table, task.id, submission.userId)
  if (!after) throw new AppError('notFound', 'There is no such submission')
  if (refused) {
    refuseAppeal(after, now())
    throw proof.proofFileUrl
      ? new AppError('conflict', 'This file is in use already. Please upload it again.')
      : appealTimeOver()
  }
  return after
}

/** @throws conflict unless the submission can be appealed now (milliseconds) */
function refuseAppeal({ appeal, appealUntil, status }: Submission, now: number) {
  if (appeal) throw new AppError('conflict', 'You have appealed already. An admin’s decision is final.')
  if (status !== 'rejected')
    throw new AppError('conflict', 'Only a rejected proof can be appealed. Wait for the review of this one.')
  if (!appealUntil || now >= Date.parse(appealUntil)) throw appealTimeOver()
}

/**
 * The caller accepts the rejection of their proof, so its place is free at once.
 * @throws conflict as `open`
 */
export async function waive(
  context: UserContext,
  _input: unknown,
  { submission, task }: SubjectOf<'DELETE /api/submissions/{id}/appeal'>,
): Promise<Submission> {
  const { now, table } = context
  refuseAppeal(submission, now())
  const at = new Date(now()).toISOString()
  const refused = await onCurrentTask(context, task, (current) =>
    submissions.waiveAppeal(table, submission, current, at),
  )
  const after = await submissions.getOf(table, task.id, submission.userId)
  if (!after) throw new AppError('notFound', 'There is no such submission')
  if (refused) refuseAppeal(after, now())
  return after
}

const appealTimeOver = () =>
  new AppError('conflict', 'The time to appeal is over. Look for another task that you like.')

/**
 * Decides an open appeal; the decision is final. An upheld one is approved like any other submission.
 * @throws conflict when it is not open, approvals have ended, or the doer has no wallet
 */
export async function decide(
  context: UserContext,
  { decision, reason }: Omit<AppealDecision, 'id'>,
  { submission, task }: SubjectOf<'POST /api/admin/submissions/{id}/appeal'>,
): Promise<Submission> {
  const { now, table, user } = context
  if (submission.appeal?.status !== 'open') throw notOpen()
  requireFreshAdmin(context)
  const action = decision === 'upheld' ? 'uphold-appeal' : 'dismiss-appeal'
  const subject = { kind: 'submission', id: submission.id } as const
  const verdict = {
    reviewedBy: user.id,
    reviewNotes: reason,
    at: new Date(now()).toISOString(),
    ceiling: ceilingOf(context, task),
    more: [audit.entry(context, { action, subject, reason })],
  }
  const refused =
    decision === 'upheld'
      ? await approve(context, submission, task, verdict)
      : await onCurrentTask(context, task, (current) =>
          submissions.dismissAppeal(table, submission, current, verdict),
        )
  if (refused === 'reviewed') throw notOpen()
  if (refused === 'wallet')
    throw new AppError(
      'conflict',
      'The doer has no wallet to be paid to. Decide again after they have linked one, or dismiss the appeal.',
    )
  if (refused) throw refusalOf(refused, submission.userId)
  const after = await submissions.getOf(table, task.id, submission.userId)
  if (!after) throw new AppError('notFound', 'There is no such submission')
  return after
}

const notOpen = () =>
  new AppError('conflict', 'This appeal is not open. Reload the list to see the appeals that are.')

/** The most appeals, and the most waiting submissions, that one answer lists. */
const mostListed = 200

/** Open appeals, and the submissions whose automatic approval waits, for admins: in the order of their queues. */
export async function list({ table }: UserContext): Promise<AdminAppeals> {
  const queues = await Promise.all(
    (['appeals', 'waiting'] as const).map((queue) => submissions.inQueue(table, queue, mostListed)),
  )
  const queued = queues.flat()
  const ofTasks = await tasks.ofItems(table, queued)
  const found = await submissions.getAll(table, queued)
  const all = await submissions.withSameProof(table, [...found.values()])
  const named = all.map(await namesFor(table, all))
  const rows = named.flatMap((one) => {
    const task = ofTasks.get(one.taskId)
    if (!task) return []
    return [{ ...one, task: taskAnswer(task) }]
  })
  const order = new Map(queued.map(({ id }, index) => [id, index]))
  rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return {
    appeals: rows.filter(({ appeal }) => appeal?.status === 'open'),
    waiting: rows.filter(({ status, waitsFor }) => status === 'pending' && waitsFor),
  }
}
