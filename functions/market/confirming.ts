import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { abreast } from './abreast.ts'
import { withoutPaid } from './paid-already.ts'
import * as refunds from './refund-plan.ts'

/** Payouts looked at in one run: those paid longest ago, so that each gets final and leaves. */
const batchSize = 500

/** Milliseconds after which a payment is looked at again: by then a node that lags behind knows it too. */
const afterwards = 60_000

/** Failed payouts looked at in one run: the newest. */
const failedSize = 100

/**
 * Looks again at what was paid, until it is `FINALITY` blocks deep. A payment that a reorganisation took back is due
 * again, a refund alike; where another transaction pays after it, that one is named. And a payout that failed, which a transaction from
 * before may still pay after a reorganisation, is noted as paid.
 */
export async function confirm(services: Services, lease: signer.Lease): Promise<void> {
  const { chain, config, now, table } = services
  const before = new Date(now() - afterwards).toISOString()
  const paid = await payouts.confirming(table, before, batchSize)
  await refunds.confirm(services, lease, before)
  await withoutPaid(services, await payouts.failed(table, failedSize))
  const byHash = Map.groupBy(paid, ({ transactionHash }) => transactionHash ?? '')
  const found = await Promise.all(
    [...byHash].map(async ([hash, all]) => ({ all, receipt: await chain.receipt(hash) })),
  )
  for (const { all, receipt } of found) {
    if (receipt?.ok && receipt.confirmations < config.FINALITY) continue
    await abreast<Payout, unknown>(all, (payout) =>
      receipt?.ok ? payouts.finalise(table, payout) : driveAgain(services, lease, payout),
    )
  }
}

async function driveAgain({ chain, log, now, table }: Services, lease: signer.Lease, payout: Payout) {
  const { escrowId, slot, submissionId, transactionHash } = payout
  const at = new Date(now()).toISOString()
  const state = await chain.escrow(escrowId)
  if (!state || !isSlotPaid(state, slot)) {
    if (await payouts.reopen(table, payout, at, signer.stillHeld(lease)))
      log.error('payout taken back by the chain', { submissionId, hash: transactionHash })
    return
  }
  const hash = await chain.releasedBy(escrowId, slot).catch(() => null) // nodes limit such a search
  if (hash && hash !== transactionHash && (await payouts.correct(table, payout, hash, at)))
    log.warn('payout made by another transaction', { submissionId, hash })
}
