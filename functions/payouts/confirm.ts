import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import { concurrency, mapWithConcurrency } from '../concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { isPaidForGood, ownPayment } from './paid-slots.ts'
import { confirmRefunds } from './refunds.ts'
import { hasTime, type Run } from './run.ts'

/** Payments checked in one run: the oldest first, so that each becomes final and leaves the list. */
const batchSize = 500

/** Milliseconds after which a payment is checked again: by then a node that lags behind knows it too. */
const checkAfter = 60_000

/** Failed payouts checked in one run: the newest. */
const failedSize = 100

/**
 * Checks recent payments again until they are `FINALITY` blocks deep. A payment or refund that a reorganisation took
 * back is due again. If another transaction of this service pays instead, its hash is written. A failed payout that a
 * former transaction paid after a reorganisation is marked paid.
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

/** The payment is in no block any more: another transaction of this service has paid, or the payout is due again. */
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
  // A paid slot without a known transaction waits, unless the payment is final: then it is somebody else's.
  if (state && isSlotPaid(state, slot) && !(await isPaidForGood(run, payout))) return
  if (await payouts.reopen(table, payout, at, signer.stillHeld(lease)))
    log.error('payout taken back by the chain', { submissionId, hash: transactionHash })
}

async function markLatePayment(run: Run, payout: Payout): Promise<void> {
  const hash = await ownPayment(run, payout)
  if (hash && (await payouts.markPaid(run.table, payout, hash, new Date(run.now()).toISOString())))
    run.meter.paid(1)
}
