import { AppError } from '../../domain/errors.ts'
import { escrow } from '../../domain/limits.ts'
import { mayReject } from '../../domain/review-rights.ts'
import type { ReviewInput, Submission } from '../../domain/submission.ts'
import { approvalsEnd } from '../../domain/task.ts'
import type { Services, UserContext } from '../runtime/context.ts'
import { requireFreshAdmin } from '../runtime/fresh-session.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as adminCeiling from '../table/admin-ceiling.ts'
import * as audit from '../table/audit.ts'
import * as submissions from '../table/submissions.ts'
import { TableBusy } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'

/**
 * Approves or rejects a submission. A verdict is final, except that the doer can appeal against a rejection. An approval
 * makes the payout due in the same transaction; `settle` pays it later.
 * @throws notFound, forbidden, conflict (reviewed before, time over, task full, no wallet)
 */
export async function review(
  context: UserContext,
  { status, feedback }: Pick<ReviewInput, 'status' | 'feedback'>,
  { submission, task }: SubjectOf<'PATCH /api/submissions/{id}'>,
): Promise<Submission> {
  const { table, user } = context
  if (submission.status !== 'pending') throw reviewedBefore(submission)
  const isByAdmin = user.id !== task.creatorId
  if (isByAdmin) requireFreshAdmin(context)
  if (status === 'rejected' && !mayReject(user, submission, task, context.now())) throw tooLateToReject()
  const subject = { kind: 'submission', id: submission.id } as const
  const action = status === 'approved' ? 'approve' : 'reject'
  const verdict = {
    reviewedBy: user.id,
    reviewNotes: feedback ?? null,
    at: new Date(context.now()).toISOString(),
    ceiling: ceilingOf(context, task),
    more: isByAdmin ? [audit.entry(context, { action, subject, reason: feedback ?? null })] : [],
  }
  const refused =
    status === 'approved'
      ? await approve(context, submission, task, verdict)
      : await onCurrentTask(context, task, (current) =>
          submissions.reject(table, submission, current, verdict),
        )
  const after = await submissions.getOf(table, submission.taskId, submission.userId)
  if (!after) throw new AppError('notFound', 'There is no such submission')
  if (refused === 'reviewed') throw after.status === 'pending' ? tooLateToReject() : reviewedBefore(after)
  if (refused) throw refusalOf(refused, submission.userId)
  return after
}

/** The write that counts an approval of an admin for somebody else's task, if the stage has a ceiling. */
export function ceilingOf({ config, now, user }: UserContext, { creatorId, reward }: tasks.StoredTask) {
  const limit = config.ADMIN_DAILY_LIMIT
  if (limit === undefined || user.id === creatorId) return undefined
  return adminCeiling.countApproval(user.id, reward, limit, new Date(now()).toISOString())
}

const reviewedBefore = ({ status }: Submission) =>
  new AppError('conflict', `This submission has already been ${status}. Both verdicts are final.`)

const tooLateToReject = () =>
  new AppError(
    'conflict',
    'The time to reject this proof is over, so it is paid automatically. Report it if it breaks the rules.',
  )

type Refusal = Exclude<Awaited<ReturnType<typeof approve<never>>>, 'reviewed' | null>

/** The error for the reviewer when an approval was refused. */
export const refusalOf = (refusal: Refusal, userId: string): AppError =>
  new AppError(
    'conflict',
    {
      refunded: 'This task is closed and its escrow goes back to its funder, so nothing can be approved.',
      unfunded: 'The chain has taken back the funding of this task. Approve when it is funded again.',
      full: 'This task already has all its completions',
      late: 'The time to approve is over: the escrow can now be refunded to its funder',
      wallet: `Invalid wallet address for user ${userId}. Contact an administrator.`,
      ceiling:
        'You have approved as much for tasks of others today as one admin may. Ask another admin to approve this, or do it tomorrow (UTC).',
      payout: 'This submission has a payout already. Contact an administrator.',
    }[refusal],
  )

/**
 * Calls `write` with the current task again, as long as it answers 'moved' because the task has changed. Each time, another
 * decision about the task came first.
 * @throws unavailable after many others came first
 */
export async function onCurrentTask<Refused extends string | null>(
  { sleep, table }: Services,
  initial: tasks.StoredTask,
  write: (task: tasks.StoredTask) => Promise<Refused>,
): Promise<Exclude<Refused, 'moved'>> {
  let task = initial
  for (let attempt = 0; attempt < attempts; attempt++) {
    const refused = await write(task)
    if (refused !== 'moved') return refused as Exclude<Refused, 'moved'>
    await sleep(Math.random() * 30)
    const again = await tasks.get(table, task.id)
    if (!again) throw new AppError('notFound', 'There is no such task')
    task = again
  }
  throw new TableBusy('the task kept changing')
}

/** A task has at most 100 places. */
const attempts = 200

/**
 * Approves a pending submission, or upholds its open appeal.
 * @param refuse may refuse an approval, from the doer as read for it
 * @returns null if approved; 'reviewed' if another verdict came first; 'refunded' if the refund has started, 'unfunded' while
 * the funding is lost, 'full' without a free place, 'late' after the end of approvals, 'wallet' without a valid wallet, 'ceiling' if the admin has approved too much today, 'payout' if there is a payout already, or what `refuse` returned
 */
export function approve<Refused extends string = never>(
  services: Services,
  submission: submissions.StoredSubmission,
  initial: tasks.StoredTask,
  verdict: submissions.Verdict,
  refuse: (doer: users.StoredUser) => Refused | null = () => null,
) {
  const { now, table } = services
  return onCurrentTask(services, initial, async (task) => {
    if (task.refunded !== undefined) return 'refunded'
    if (task.fundingLost) return 'unfunded'
    if (task.completions >= task.maxCompletions) return 'full'
    const margin = verdict.reviewedBy ? escrow.approvalMargin : escrow.automaticMargin
    if (now() >= approvalsEnd(task, margin)) return 'late'
    const doer = await users.get(table, submission.userId)
    if (!doer?.walletAddress) return 'wallet'
    const refusal = refuse(doer)
    if (refusal) return refusal
    const approval = payoutOf(submission, task, doer.walletAddress, verdict)
    const payout = { ...approval, mac: await services.approvals.prove(approval) }
    const refused = await submissions.approve(table, submission, task, payout, doer, verdict)
    if (refused === 'wallet') return 'moved'
    return refused === 'wallet of another account' ? 'wallet' : refused
  })
}

const payoutOf = (
  submission: Submission,
  task: tasks.StoredTask,
  recipient: string,
  { at, reviewedBy }: submissions.Verdict,
) => ({
  submissionId: submission.id,
  taskId: task.id,
  userId: submission.userId,
  recipient,
  amount: task.reward,
  escrowId: task.escrowId,
  slot: task.completions,
  status: 'due' as const,
  transactionHash: null,
  reason: null,
  createdAt: at,
  signedHashes: [],
  reviewedBy,
  creatorId: task.creatorId,
  refundableAt: task.refundableAt,
})
