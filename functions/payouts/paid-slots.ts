import { isSlotPaid } from '../../domain/escrow.ts'
import { concurrency, mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { hasTime, type Run, raiseAlarm } from './run.ts'

/** The failure reason of a payout whose slot was paid by a transaction that this service did not sign. */
export const paidByOthers =
  'The escrow paid this slot in a transaction that this service did not sign for this payout'

/**
 * Returns the due payouts whose slots are unpaid on chain. A payout whose slot is paid is marked paid if this service signed
 * the transaction, and failed otherwise. A payout has to wait in two cases: its slot is paid but the transaction is not
 * found or not confirmed yet, or the node does not know its escrow.
 * @param postpone called with the payouts that have to wait
 */
export async function unpaid(
  run: Run,
  due: Payout[],
  postpone: (those: Payout[]) => Promise<void>,
): Promise<Payout[]> {
  const { chain, log } = run
  const ids = [...new Set(due.map(({ escrowId }) => escrowId))]
  const read = async (id: string) => [id, await chain.escrow(id)] as const
  const escrows = new Map(await mapWithConcurrency(ids, read, () => hasTime(run), concurrency.reads))
  const left: Payout[] = []
  const paid: Payout[] = []
  const unknown: Payout[] = []
  for (const payout of due) {
    const state = escrows.get(payout.escrowId)
    if (state) (isSlotPaid(state, payout.slot) ? paid : left).push(payout)
    else if (state === null) unknown.push(payout)
  }
  if (unknown.length > 0) {
    log.warn('payouts of unknown escrows', { payouts: unknown.length })
    // If the contract knows none of them, it is probably the wrong contract.
    if (unknown.length === due.length) raiseAlarm(run, 'UnknownEscrow')
    await postpone(unknown)
  }
  await mapWithConcurrency(
    paid,
    async (payout) => {
      if (!(await markPayment(run, payout))) await postpone([payout])
    },
    () => hasTime(run),
  )
  return left
}

/**
 * Marks a payout whose slot is paid on chain: as paid if this service signed the payment, otherwise as failed.
 * @returns false while it is unknown which transaction paid the slot
 */
async function markPayment(run: Run, payout: Payout): Promise<boolean> {
  const { log, meter, now, table } = run
  const { submissionId } = payout
  let hash = await ownPayment(run, payout)
  const isFinal = !hash && (await isPaidForGood(run, payout))
  // The run may have stood still between the two reads, so that the payment became final meanwhile.
  if (isFinal) hash = await ownPayment(run, payout)
  if (hash) {
    if (await payouts.markPaid(table, payout, hash, new Date(now()).toISOString()))
      meter.record({ PayoutsPaid: 1 })
    return true
  }
  if (!isFinal) {
    log.warn('payout paid but not confirmed', { submissionId })
    return false
  }
  if (await payouts.markFailed(table, payout, paidByOthers, signer.stillHeld(run.lease)))
    meter.record({ PayoutsFailed: 1 })
  log.error('payout made by somebody else', { submissionId })
  return true
}

/** The hash of the confirmed transaction of this service that made the payout, or null. */
export async function ownPayment({ chain, config }: Run, payout: Payout): Promise<string | null> {
  for (const hash of payout.signedHashes) {
    const receipt = await chain.receipt(hash)
    if (receipt?.ok && receipt.confirmations >= config.CONFIRMATIONS) return hash
  }
  return null
}

/** Whether the slot was already paid `FINALITY` blocks ago, so that no reorganisation can undo the payment. */
export async function isPaidForGood({ chain, config }: Run, { escrowId, slot }: Payout): Promise<boolean> {
  const state = await chain.escrow(escrowId, config.FINALITY - 1)
  return state !== null && isSlotPaid(state, slot)
}
