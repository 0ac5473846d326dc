import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import { concurrency, mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { alarm } from './alarm.ts'
import type { InTime } from './time-limit.ts'

/**
 * Those of these payouts that the chain has not paid, as far as there is time to ask; the others are marked, or wait
 * until their transaction is found and deep enough. An answer got lost, or a transaction came back that seemed gone: the
 * chain's bitmap knows. One that was paid to another wallet, by whoever had the key or before the table was restored, fails:
 * it is neither paid nor payable. Those whose escrow no node knows yet wait too; where it knows none, it is the wrong contract.
 * @param putBack called with those that wait, at once
 */
export async function withoutPaid(
  services: Services,
  lease: signer.Lease,
  all: Payout[],
  goesOn: InTime,
  putBack: (those: Payout[]) => Promise<void>,
): Promise<Payout[]> {
  const { chain, config, log, meter, now, table } = services
  const ids = [...new Set(all.map(({ escrowId }) => escrowId))]
  const ask = async (id: string) => [id, await chain.escrow(id)] as const
  const escrows = new Map(await mapWithConcurrency(ids, ask, goesOn, concurrency.reads))
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
    const { escrowId, recipient, slot, submissionId } = payout
    const found = await chain.releasedBy(escrowId, slot).catch(() => null) // nodes limit such a search
    const receipt = found && (await chain.receipt(found.hash))
    if (!found || !receipt || receipt.confirmations < config.CONFIRMATIONS) {
      log.warn('payout paid but not confirmed', { submissionId })
      await putBack([payout])
    } else if (found.recipient.toLowerCase() === recipient.toLowerCase()) {
      if (await payouts.markPaid(table, payout, found.hash, new Date(now()).toISOString())) meter.paid(1)
    } else {
      const reason = `The chain has paid this slot to ${found.recipient}, by ${found.hash}`
      if (!(await payouts.markFailed(table, payout, reason, signer.stillHeld(lease)))) return
      meter.failed(1)
      log.error('payout made to somebody else', { submissionId, hash: found.hash })
    }
  }
  await mapWithConcurrency(paid, look, goesOn)
  return left
}
