import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'

/**
 * Those of these payouts that the chain has not paid; the others are marked, or wait until their transaction is found
 * and deep enough. An answer got lost, or a transaction came back that seemed gone: the chain's bitmap knows.
 */
export async function withoutPaid(
  services: Services,
  all: Payout[],
): Promise<{ left: Payout[]; later: Payout[] }> {
  const { chain, config, log, meter, now, table } = services
  const ids = [...new Set(all.map(({ escrowId }) => escrowId))]
  const escrows = new Map(await Promise.all(ids.map(async (id) => [id, await chain.escrow(id)] as const)))
  const left: Payout[] = []
  const later: Payout[] = []
  for (const payout of all) {
    const state = escrows.get(payout.escrowId)
    if (!state || !isSlotPaid(state, payout.slot)) {
      left.push(payout)
      continue
    }
    const hash = await chain.releasedBy(payout.escrowId, payout.slot).catch(() => null) // nodes limit such a search
    const receipt = hash && (await chain.receipt(hash))
    if (!hash || !receipt || receipt.confirmations < config.CONFIRMATIONS) {
      log.warn('payout paid but not confirmed', { submissionId: payout.submissionId })
      later.push(payout)
    } else if (await payouts.markPaid(table, payout, hash, new Date(now()).toISOString())) meter.paid(1)
  }
  return { left, later }
}
