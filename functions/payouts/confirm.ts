import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import { concurrency, mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import * as refunds from './refund-plan.ts'
import { inTime } from './time-limit.ts'
import { withoutPaid } from './unpaid-slots.ts'

/** Payouts looked at in one run: those paid longest ago, so that each gets final and leaves. */
const batchSize = 500

/** Milliseconds after which a payment is looked at again: by then a node that lags behind knows it too. */
const afterwards = 60_000

/** Failed payouts looked at in one run: the newest. */
const failedSize = 100

/**
 * Looks again at what was paid, until it is `FINALITY` blocks deep. A payment that a reorganisation took back is due
 * again, a refund alike; where another transaction pays after it, that one is named. And a payout that failed, which a transaction from
 * before may still pay after a reorganisation, is noted as paid. Nothing new is looked at after `until` (epoch milliseconds).
 */
export async function confirm(services: Services, lease: signer.Lease, until: number): Promise<void> {
  const { chain, config, now, table } = services
  const before = new Date(now() - afterwards).toISOString()
  const goesOn = inTime(services, lease, until)
  const paid = await payouts.confirming(table, before, batchSize)
  const byHash = Map.groupBy(paid, ({ transactionHash }) => transactionHash ?? '')
  const found = await mapWithConcurrency(
    [...byHash],
    async ([hash, all]) => ({ all, receipt: await chain.receipt(hash) }),
    goesOn,
    concurrency.reads,
  )
  const decided = found.flatMap(({ all, receipt }) => {
    if (receipt?.ok && receipt.confirmations < config.FINALITY) return []
    return all.map((payout) => ({ payout, isFinal: receipt?.ok }))
  })
  const decide = async ({ payout, isFinal }: (typeof decided)[number]) => {
    if (isFinal) await payouts.finalise(table, payout)
    else await driveAgain(services, lease, payout)
  }
  await mapWithConcurrency(decided, decide, goesOn)
  await refunds.confirm(services, lease, before, goesOn)
  await withoutPaid(services, lease, await payouts.failed(table, failedSize), goesOn, async () => {})
}

async function driveAgain({ chain, log, now, table }: Services, lease: signer.Lease, payout: Payout) {
  const { escrowId, recipient, slot, submissionId, transactionHash } = payout
  const at = new Date(now()).toISOString()
  const state = await chain.escrow(escrowId)
  const isPaid = state && isSlotPaid(state, slot)
  const found = isPaid ? await chain.releasedBy(escrowId, slot).catch(() => null) : null // nodes limit such a search
  // What somebody else got in its place is due again too, and then found out as such.
  if (!isPaid || (found && found.recipient.toLowerCase() !== recipient.toLowerCase())) {
    if (await payouts.reopen(table, payout, at, signer.stillHeld(lease)))
      log.error('payout taken back by the chain', { submissionId, hash: transactionHash })
  } else if (
    found &&
    found.hash !== transactionHash &&
    (await payouts.correct(table, payout, found.hash, at))
  )
    log.warn('payout made by another transaction', { submissionId, hash: found.hash })
}
