import { isSlotPaid } from '../../domain/escrow.ts'
import { concurrency, mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { isPaidForGood, ownPayment } from './paid-slots.ts'
import { confirmRefunds } from './refunds.ts'
import { hasTime, type Run } from './run.ts'

/** Payments checked in one run: the oldest first, so that each becomes final and leaves the list. */
const batchSize = 500

/** Milliseconds after which a payment is checked again. By then nodes that lag behind know its block. */
const checkAfter = 60_000

/** Failed payouts checked in one run: the newest. */
const failedSize = 100

/**
 * Checks recent payments and refunds until their transaction has `FINALITY` confirmations. Then they are final.
 * - If a reorganisation removed the transaction, the payout or refund becomes due again.
 * - If another transaction of this service has paid instead, its hash is written to the payout.
 * - If an earlier transaction of this service has paid a failed payout, the payout is marked paid.
 */
export async function confirm(run: Run): Promise<void> {
  const { chain, config, now, table } = run
  const before = new Date(now() - checkAfter).toISOString()
  const goesOn = () => hasTime(run)
  const paid = await payouts.confirming(table, before, batchSize)
  const byHash = Map.groupBy(paid, ({ transactionHash }) => transactionHash ?? '')
  const checked = await mapWithConcurrency(
    [...byHash],
    async ([hash, all]) => ({ all, receipt: await chain.receipt(hash) }),
    goesOn,
    concurrency.reads,
  )
  for (const { all, receipt } of checked) {
    if (receipt?.ok && receipt.confirmations < config.FINALITY) continue
    const settle = (payout: Payout) =>
      receipt?.ok ? payouts.finalise(table, payout) : correctOrReopen(run, payout)
    await mapWithConcurrency<Payout, unknown>(all, settle, goesOn)
  }
  await confirmRefunds(run, before)
  const failed = await payouts.failed(table, failedSize)
  await mapWithConcurrency(failed, (payout) => markLatePayment(run, payout), goesOn)
}

/** For a payment that is in no block any more: writes the hash of the transaction that paid instead, or makes the payout due again. */
async function correctOrReopen(run: Run, payout: Payout): Promise<void> {
  const { chain, lease, log, now, table } = run
  const { escrowId, slot, submissionId, transactionHash } = payout
  const at = new Date(now()).toISOString()
  const hash = await ownPayment(run, payout)
  if (hash) {
    if (hash !== transactionHash && (await payouts.correctHash(table, payout, hash, at)))
      log.warn('payout made by another transaction', { submissionId, hash })
    return
  }
  const state = await chain.escrow(escrowId)
  // If the slot is paid and no transaction of ours is found, the next run checks again, until the payment is final. Then
  // somebody else paid the slot.
  if (state && isSlotPaid(state, slot) && !(await isPaidForGood(run, payout))) return
  if (await payouts.reopen(table, payout, at, signer.stillHeld(lease)))
    log.error('payout taken back by the chain', { submissionId, hash: transactionHash })
}

/** Marks a failed payout paid if a transaction of this service has paid it. */
async function markLatePayment(run: Run, payout: Payout): Promise<void> {
  const hash = await ownPayment(run, payout)
  if (hash && (await payouts.markPaid(run.table, payout, hash, new Date(run.now()).toISOString())))
    run.meter.record({ PayoutsPaid: 1 })
}
