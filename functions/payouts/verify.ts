import { address, bytes32 } from '../../domain/schema.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import * as refundable from '../table/refundable.ts'
import * as signer from '../table/signer.ts'
import * as submissions from '../table/submissions.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import { type Run, raiseAlarm } from './run.ts'

/** Milliseconds after which a payout that does not agree is read again: a batch read may not show its approval yet. */
const rereadAfter = 1000

/**
 * Returns the due payouts that agree with their approved submission, its task and its escrow, and whose approval is proven.
 * Another one is marked failed and raises an alarm: somebody who can write items to the table must not be paid.
 * @param postpone called with the payouts whose approval cannot be read
 */
export async function verified(
  run: Run,
  due: Payout[],
  postpone: (those: Payout[]) => Promise<void>,
): Promise<Payout[]> {
  const { log, sleep, table } = run
  const suspects = [...(await compare(table, due)).keys()]
  if (suspects.length > 0) await sleep(rereadAfter)
  const refused = new Map<Payout, string>()
  const unreadable: Payout[] = []
  await mapWithConcurrency(suspects, async (payout) => {
    const reason = await currentMismatch(table, payout).catch((error: Error) => {
      log.error('approval unreadable', { submissionId: payout.submissionId, error: error.name })
      unreadable.push(payout)
      return null
    })
    if (reason) refused.set(payout, reason)
  })
  const agreeing = due.filter((payout) => !refused.has(payout) && !unreadable.includes(payout))
  await mapWithConcurrency(agreeing, async (payout) => {
    if (!(await isProven(run, payout))) refused.set(payout, unproven)
  })
  await mapWithConcurrency([...refused], ([payout, reason]) => refuse(run, payout, reason))
  if (refused.size > 0) raiseAlarm(run, 'MismatchedPayout')
  if (unreadable.length > 0) raiseAlarm(run, 'UnreadableApproval')
  await postpone(unreadable)
  return agreeing.filter((payout) => !refused.has(payout))
}

const unproven = 'No proof shows that a function that may approve has approved this payout'

/** Whether its proof is right, or it has none and the operator lets such payouts of older versions be paid for now. */
const isProven = async ({ approvals, config, now }: Run, payout: Payout): Promise<boolean> =>
  payout.mac === '' && config.UNPROVEN_UNTIL
    ? now() < Date.parse(config.UNPROVEN_UNTIL)
    : approvals.isProven(payout, payout.mac)

async function refuse({ lease, log, meter, table }: Run, payout: Payout, reason: string): Promise<void> {
  if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease)))
    meter.record({ PayoutsFailed: 1 })
  log.error('payout without a matching approval', { submissionId: payout.submissionId, reason })
}

/** Reads what belongs to these payouts. @returns the reason of each payout that does not agree with it */
export async function compare(table: Table, all: Payout[]): Promise<Map<Payout, string>> {
  const [ofSubmissions, ofTasks, owners] = await Promise.all([
    submissions.getAll(table, all),
    tasks.ofItems(table, all),
    refundable.ownersOf(
      table,
      all.map(({ escrowId }) => escrowId),
    ),
  ])
  const reasons = new Map<Payout, string>()
  for (const payout of all) {
    const { escrowId, submissionId, taskId } = payout
    const submission = ofSubmissions.get(submissionId)
    const reason = mismatch(payout, submission, ofTasks.get(taskId), owners.get(escrowId))
    if (reason) reasons.set(payout, reason)
  }
  return reasons
}

/** @throws ZodError for a submission or task that cannot be read */
async function currentMismatch(table: Table, payout: Payout): Promise<string | null> {
  const { escrowId, taskId, userId } = payout
  const [submission, task, owners] = await Promise.all([
    submissions.getOf(table, taskId, userId),
    tasks.get(table, taskId),
    refundable.ownersOf(table, [escrowId]),
  ])
  return mismatch(payout, submission, task, owners.get(escrowId))
}

/**
 * The reason, a sentence for admins, why this payout does not agree with its submission, its task and its escrow; null if it
 * agrees.
 * @param escrowOwner the id of the task that has claimed the payout's escrow
 */
function mismatch(
  payout: Payout,
  submission: submissions.StoredSubmission | undefined,
  task: tasks.StoredTask | undefined,
  escrowOwner: string | undefined,
): string | null {
  const { amount, escrowId, recipient, slot, submissionId, taskId, userId } = payout
  const isOf = submission?.id === submissionId && submission.taskId === taskId && submission.userId === userId
  if (!isOf || !task) return 'No submission or no task belongs to this payout'
  if (submission.status !== 'approved') return 'The submission is not approved'
  if (escrowId !== task.escrowId) return 'The payout names another escrow than its task'
  if (escrowOwner !== task.id) return 'The escrow of this payout belongs to another task'
  if (amount !== task.reward) return 'The payout has another amount than the reward of its task'
  const isWellFormed =
    bytes32.safeParse(escrowId).success && address.safeParse(recipient).success && Number.isInteger(slot)
  if (!isWellFormed || slot < 0) return 'The payout is malformed'
  if (slot >= task.completions) return 'No approval of this task has claimed the slot of the payout'
  if (submission.slot !== slot) return 'The payout names another slot than its approval'
  if (submission.wallet !== recipient) return 'The payout names another wallet than its approval'
  if (payout.creatorId !== task.creatorId || payout.refundableAt !== task.refundableAt)
    return 'The payout names another creator or refund time than its task'
  return null
}
