import type { Payout } from '../../domain/payout.ts'
import { mapWithConcurrency } from '../concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { unpaid } from './paid-slots.ts'
import { hasTime, type Run, raiseAlarm } from './run.ts'
import { verified } from './verify.ts'

/** Errors of the contract that one payout alone causes, whatever the others do. */
const ownErrors = new Set(['InvalidRecipient', 'AlreadyClosed', 'SlotOutOfRange'])

/** Errors that no single payout causes. */
const sharedErrors = new Set(['EscrowPaused', 'NotOperator', 'DailyLimitExceeded', 'NoRevertData'])

/** The shared errors that stop every payout. */
const stopping = new Set(['EscrowPaused', 'NotOperator'])

/** Errors that a node behind the others may report wrongly: the payout stays due and is left out of this run. */
const staleErrors = new Set(['SlotAlreadyPaid', 'UnknownEscrow'])

/** Payouts refused one by one without an error of the contract, after which the node or the signer must be the cause. */
const mostUnexplained = 3

/** What one transaction pays, with its gas limit, and what was moved to the end of the queue. */
export interface Plan {
  pay: Payout[]
  gasLimit: bigint
  later: Payout[]
}

/**
 * Chooses from these due payouts what one transaction can pay; nothing, when the chain has paid or refuses them all.
 * A payout that makes the batch revert is found by bisection and marked failed. A payout that cannot be paid now moves to
 * the end of the queue at once, so that it delays no others, not even after a crash.
 */
export async function plan(run: Run, due: Payout[]): Promise<Plan> {
  const { lease, log, meter, now, sender, table } = run
  const later: Payout[] = []
  const postpone = async (those: Payout[]) => {
    later.push(...those)
    const at = new Date(now()).toISOString()
    await mapWithConcurrency(those, (payout) => payouts.moveToEnd(table, payout, at))
  }
  const claims = Map.groupBy(await verified(run, due), ({ escrowId, slot }) => `${escrowId} ${slot}`)
  const first = [...claims.values()].flatMap((claimants) => claimants.slice(0, 1))
  // Two approvals of one slot come from a table that was restored to a moment inside a transaction. Once the first is paid,
  // the others fail.
  const others = [...claims.values()].flatMap((claimants) => claimants.slice(1))
  if (others.length > 0) {
    log.error('slots claimed twice', { submissionIds: others.map(({ submissionId }) => submissionId) })
    await postpone(others)
  }
  let left = await unpaid(run, first, postpone)
  let size = left.length
  let unexplained = 0
  const cap = left.length > 0 ? await sender.gasCap() : 0n
  while (left.length > 0 && (await hasTime(run))) {
    const batch = left.slice(0, size)
    const outcome = await sender.simulate(batch)
    const gasLimit = 'gas' in outcome ? (outcome.gas * 12n) / 10n : null
    if (gasLimit !== null && gasLimit <= cap) return { pay: batch, gasLimit, later }
    const error = 'error' in outcome ? outcome.error : 'OverGasCap'
    if (stopping.has(error)) {
      raiseAlarm(run, error)
      break
    }
    const culprit = gasLimit === null && !sharedErrors.has(error) ? await findCulprit(run, batch) : null
    if (culprit) {
      const { payout, reason } = culprit
      left = left.filter((one) => one !== payout)
      if (staleErrors.has(culprit.error)) {
        log.warn('payout postponed', { submissionId: payout.submissionId, error: culprit.error })
        await postpone([payout])
      } else {
        if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)
        // The reason names the wallet, which must not be in a log line; the payout's item has it.
        log.error('payout failed', { submissionId: payout.submissionId, error: culprit.error })
      }
    } else if (batch.length > 1) {
      size = gasLimit === null ? Math.ceil(batch.length / 2) : largestFitting(batch.length, gasLimit, cap)
    } else {
      raiseAlarm(run, error)
      const [only] = batch
      const overLimit = error === 'DailyLimitExceeded'
      const refused = left.filter((one) => one === only || (overLimit && one.amount >= (only?.amount ?? 0)))
      await postpone(refused)
      left = left.filter((one) => !refused.includes(one))
      size = left.length
      if (!overLimit && ++unexplained === mostUnexplained) break
    }
  }
  return { pay: [], gasLimit: 0n, later }
}

/** How many of `count` payouts fit under `cap` when all of them need `gas`; fewer than all, and at least one. */
const largestFitting = (count: number, gas: bigint, cap: bigint) =>
  Math.max(1, Math.min(count - 1, Number((BigInt(count) * cap) / gas)))

/**
 * Bisection: finds a payout that reverts by itself and is the cause. An error that is not known as a payout's own
 * counts only when another payout of the batch passes; otherwise the cause is shared and no payout is marked failed.
 */
async function findCulprit(run: Run, batch: Payout[]) {
  const { sender } = run
  let suspects = batch
  while (suspects.length > 1) {
    if (!(await hasTime(run))) return null
    const half = suspects.slice(0, Math.ceil(suspects.length / 2))
    suspects = 'error' in (await sender.simulate(half)) ? half : suspects.slice(half.length)
  }
  const [payout] = suspects
  const outcome = payout && (await sender.simulate([payout]))
  if (!payout || !outcome || !('error' in outcome) || sharedErrors.has(outcome.error)) return null
  const culprit = { payout, ...outcome }
  if (ownErrors.has(outcome.error) || staleErrors.has(outcome.error)) return culprit
  for (const other of batch) {
    if (other !== payout && (await hasTime(run)) && 'gas' in (await sender.simulate([other]))) return culprit
  }
  return null
}
