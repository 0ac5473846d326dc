import { AppError } from '../../domain/errors.ts'
import type { ReviewInput, Submission } from '../../domain/submission.ts'
import { approvalsEnd } from '../../domain/task.ts'
import type { UserContext } from '../context.ts'
import type { SubjectOf } from '../http/subject.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'

/**
 * Approves or rejects a submission; both verdicts are final. An approval makes the payout due in the same transaction;
 * `settle` pays it later.
 * @throws notFound, forbidden, conflict (reviewed before, task full, no wallet, too late)
 */
export async function review(
  context: UserContext,
  { status, feedback }: Pick<ReviewInput, 'status' | 'feedback'>,
  { submission, task }: SubjectOf<'PATCH /api/submissions/{id}'>,
): Promise<Submission> {
  const { table, user } = context
  if (submission.status !== 'pending') throw reviewedBefore(submission)
  const verdict = {
    reviewedBy: user.id,
    reviewNotes: feedback ?? null,
    at: new Date(context.now()).toISOString(),
  }
  const refused =
    status === 'approved'
      ? await approve(context, submission, task, verdict)
      : await submissions.reject(table, submission, task.creatorId, verdict)
  const after = await submissions.getOf(table, submission.taskId, submission.userId)
  if (!after) throw new AppError('notFound', 'There is no such submission')
  if (refused) throw reviewedBefore(after)
  return after
}

const reviewedBefore = ({ status }: Submission) =>
  new AppError('conflict', `This submission has already been ${status}. Both verdicts are final.`)

/** Approves a pending submission. @returns 'reviewed' if another verdict came first, null if approved */
async function approve(
  context: UserContext,
  submission: Submission,
  initial: tasks.StoredTask,
  verdict: { reviewedBy: string; reviewNotes: string | null; at: string },
) {
  const { now, sleep, table } = context
  // The write fails only if another approval of the same task came first. A task has at most 100 approvals, so the loop ends.
  for (let task = initial; ; ) {
    if (!task.isActive) throw new AppError('conflict', 'This task is closed')
    if (task.fundingLost) {
      throw new AppError(
        'conflict',
        'The chain has taken back the funding of this task. Approve when it is funded again.',
      )
    }
    if (task.completions >= task.maxCompletions) {
      throw new AppError('conflict', 'This task already has all its completions')
    }
    if (now() >= approvalsEnd(task)) {
      throw new AppError(
        'conflict',
        'The time to approve is over: the escrow can now be refunded to its funder',
      )
    }
    const doer = await users.get(table, submission.userId)
    if (!doer?.walletAddress) throw invalidWallet(submission.userId)
    const refused = await submissions.approve(
      table,
      submission,
      task,
      payoutOf(submission, task, doer.walletAddress, verdict.at),
      verdict,
    )
    if (refused === 'reviewed' || refused === null) return refused
    if (refused === 'wallet of another account') throw invalidWallet(submission.userId)
    if (refused === 'payout')
      throw new AppError('conflict', 'This submission has a payout already. Contact an administrator.')
    await sleep(Math.random() * 30)
    const again = await tasks.get(table, task.id)
    if (!again) throw new AppError('notFound', 'There is no such task')
    task = again
  }
}

const invalidWallet = (userId: string) =>
  new AppError('conflict', `Invalid wallet address for user ${userId}. Contact an administrator.`)

const payoutOf = (submission: Submission, task: tasks.StoredTask, recipient: string, createdAt: string) => ({
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
  createdAt,
  signedHashes: [],
  creatorId: task.creatorId,
  refundableAt: task.refundableAt,
})
