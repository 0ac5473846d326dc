import type { Payout } from '../../domain/payout.ts'
import { mapWithConcurrency } from '../concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import * as submissions from '../table/submissions.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import { type Run, raiseAlarm } from './run.ts'

/**
 * Returns the due payouts that agree with their approved submission and its task. A payout that does not agree is marked
 * failed and raises an alarm: somebody who can write one item to the table must not be paid.
 */
export async function verified(run: Run, due: Payout[]): Promise<Payout[]> {
  const { lease, log, meter, table } = run
  const mismatched = await mismatches(table, due)
  await mapWithConcurrency([...mismatched], async ([payout, reason]) => {
    if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)
    log.error('payout without a matching approval', { submissionId: payout.submissionId, reason })
  })
  if (mismatched.size > 0) raiseAlarm(run, 'MismatchedPayout')
  return due.filter((payout) => !mismatched.has(payout))
}

/** Reads the submissions and tasks of these payouts. @returns the reason of each payout that does not agree with them */
export async function mismatches(table: Table, all: Payout[]): Promise<Map<Payout, string>> {
  const [ofSubmissions, ofTasks] = await Promise.all([
    submissions.getAll(table, all),
    tasks.getAll(
      table,
      all.map(({ taskId }) => taskId),
    ),
  ])
  const found = new Map<Payout, string>()
  for (const payout of all) {
    const reason = mismatch(payout, ofSubmissions.get(payout.submissionId), ofTasks.get(payout.taskId))
    if (reason) found.set(payout, reason)
  }
  return found
}

/** The reason, a sentence for admins, why this payout does not agree with its submission and task; null if it agrees. */
function mismatch(
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
