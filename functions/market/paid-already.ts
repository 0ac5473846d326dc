import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import { abreast, sideBySide } from './abreast.ts'
import type { InTime } from './in-time.ts'
import { alarm } from './waiting.ts'

/**
 * Those of these payouts that the chain has not paid, as far as there is time to ask; the others are marked, or wait
 * until their transaction is found and deep enough. An answer got lost, or a transaction came back that seemed gone: the
 * chain's bitmap knows. Those whose escrow no node knows yet wait too; where it knows none, it is the wrong contract.
 * @param putBack called with those that wait, at once
 */
export async function withoutPaid(
  services: Services,
  all: Payout[],
  goesOn: InTime,
  putBack: (those: Payout[]) => Promise<void>,
): Promise<Payout[]> {
  const { chain, config, log, meter, now, table } = services
  const ids = [...new Set(all.map(({ escrowId }) => escrowId))]
  const ask = async (id: string) => [id, await chain.escrow(id)] as const
  const escrows = new Map(await abreast(ids, ask, goesOn, sideBySide.reads))
  const left: Payout[] = []
  const paid: Payout[] = []
  const unknown: Payout[] = []
  for (const payout of all) {
    const state = escrows.get(payout.escrowId)
    if (state) (isSlotPaid(state, payout.slot) ? paid : left).push(payout)
    else if (state === null) unknown.push(payout)
  }
  if (unknown.length > 0) {
    log.warn('payouts of unknown escrows', { payouts: unknown.length })
    if (unknown.length === all.length) alarm(services, 'UnknownEscrow')
    await putBack(unknown)
  }
  const look = async (payout: Payout) => {
    const hash = await chain.releasedBy(payout.escrowId, payout.slot).catch(() => null) // nodes limit such a search
    const receipt = hash && (await chain.receipt(hash))
    if (!hash || !receipt || receipt.confirmations < config.CONFIRMATIONS) {
      log.warn('payout paid but not confirmed', { submissionId: payout.submissionId })
      await putBack([payout])
    } else if (await payouts.markPaid(table, payout, hash, new Date(now()).toISOString())) meter.paid(1)
  }
  await abreast(paid, look, goesOn)
  return left
}
