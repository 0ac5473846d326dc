import type { Payout } from '../../domain/payout.ts'
import { mapWithConcurrency } from '../concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import { type Run, raiseAlarm } from './run.ts'

/**
 * Returns the due payouts that agree with their approved submission and its task. A payout that does not agree is
 * marked failed and raises an alarm: whoever can write one item to the table must not be paid.
 */
export async function verified(run: Run, due: Payout[]): Promise<Payout[]> {
  const { lease, log, meter, table } = run
  const [approved, ofTasks] = await Promise.all([
    submissions.getAll(table, due),
    tasks.getAll(
      table,
      due.map(({ taskId }) => taskId),
    ),
  ])
  const mismatched = new Map<Payout, string>()
  for (const payout of due) {
    const reason = mismatch(payout, approved.get(payout.submissionId), ofTasks.get(payout.taskId))
    if (reason) mismatched.set(payout, reason)
  }
  await mapWithConcurrency([...mismatched], async ([payout, reason]) => {
    if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)
    log.error('payout without a matching approval', { submissionId: payout.submissionId, reason })
  })
  if (mismatched.size > 0) raiseAlarm(run, 'MismatchedPayout')
  return due.filter((payout) => !mismatched.has(payout))
}

/** Why this payout does not agree with its submission and task, in one sentence for admins, or null when it agrees. */
export function mismatch(
  payout: Payout,
  submission: submissions.StoredSubmission | undefined,
  task: tasks.StoredTask | undefined,
): string | null {
  if (!submission || !task) return 'No submission or no task belongs to this payout'
  if (submission.status !== 'approved') return 'The submission is not approved'
  if (payout.escrowId !== task.escrowId) return 'The payout names another escrow than its task'
  if (payout.amount !== task.reward) return 'The payout has another amount than the reward of its task'
  if (payout.slot >= task.completions) return 'No approval of this task has claimed the slot of the payout'
  // Submissions that version 0.1 approved have neither slot nor wallet.
  if ((submission.slot ?? payout.slot) !== payout.slot)
    return 'The payout names another slot than its approval'
  if ((submission.wallet ?? payout.recipient) !== payout.recipient)
    return 'The payout names another wallet than its approval'
  return null
}
