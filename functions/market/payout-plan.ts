import { isSlotPaid } from '../../domain/escrow.ts'
import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'

/** Gas of one transaction at most (EIP-7825). */
const gasCap = 16_777_216n

/** Errors of the contract that one payout alone is to blame for, whatever the others do. */
const blaming = new Set(['InvalidRecipient', 'AlreadyClosed', 'SlotOutOfRange'])

/** Errors that no payout is to blame for. */
const notNow = new Set(['EscrowPaused', 'NotOperator', 'DailyLimitExceeded', 'NoRevertData'])

/** Errors of one payout that a node behind the others may report wrongly: it is left out of this round and stays due. */
const later = new Set(['SlotAlreadyPaid', 'UnknownEscrow'])

/**
 * What one transaction can pay of these due payouts; nothing, when the chain has paid or refuses them all. Slots that
 * the chain has paid already are marked so; payouts that make the batch revert are found by bisection and set aside.
 */
export async function plan(
  services: Services,
  lease: signer.Lease,
  due: Payout[],
): Promise<{ pay: Payout[]; gasLimit: bigint }> {
  const { chain, log, meter, table } = services
  let left = await withoutPaid(services, due)
  while (left.length > 0) {
    const outcome = await chain.simulate(left)
    const gasLimit = 'gas' in outcome ? (outcome.gas * 12n) / 10n : null
    if (gasLimit !== null && gasLimit <= gasCap) return { pay: left, gasLimit }
    const culprit =
      'error' in outcome && !notNow.has(outcome.error) ? await findCulprit(services, left) : null
    if (culprit && later.has(culprit.error)) {
      log.warn('payout left for later', { submissionId: culprit.payout.submissionId, error: culprit.error })
      left = left.filter((payout) => payout !== culprit.payout)
    } else if (culprit) {
      const { payout, reason } = culprit
      if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)
      // The reason names the wallet, which is no fact for a line; the payout's item has it.
      log.error('payout failed', { submissionId: culprit.payout.submissionId, error: culprit.error })
      left = left.filter((payout) => payout !== culprit.payout)
    } else if (left.length === 1) {
      log.warn('payouts refused for now', {
        error: 'error' in outcome ? outcome.error : 'over the gas cap',
      })
      left = []
    } else {
      left = half(left)
    }
  }
  return { pay: [], gasLimit: 0n }
}

const half = <T>(all: T[]): T[] => all.slice(0, Math.ceil(all.length / 2))

/**
 * Bisection: a payout that reverts by itself and is to blame for it. An error that the contract does not know as a
 * payout's own counts only when another payout passes; otherwise the trouble is everyone's and nothing is set aside.
 */
async function findCulprit({ chain }: Services, batch: Payout[]) {
  let suspects = batch
  while (suspects.length > 1) {
    const first = half(suspects)
    suspects = 'error' in (await chain.simulate(first)) ? first : suspects.slice(first.length)
  }
  const [payout] = suspects
  const outcome = payout && (await chain.simulate([payout]))
  if (!payout || !outcome || !('error' in outcome) || notNow.has(outcome.error)) return null
  const culprit = { payout, ...outcome }
  if (blaming.has(outcome.error) || later.has(outcome.error)) return culprit
  for (const other of batch) {
    if (other !== payout && 'gas' in (await chain.simulate([other]))) return culprit
  }
  return null
}

/** Those that the chain has not paid; the others are marked, or wait for the node to show the log that names their hash. */
async function withoutPaid(services: Services, due: Payout[]): Promise<Payout[]> {
  const { chain, log, meter, now, table } = services
  const escrows = new Map(
    await Promise.all(
      [...new Set(due.map(({ escrowId }) => escrowId))].map(
        async (id) => [id, await chain.escrow(id)] as const,
      ),
    ),
  )
  const left: Payout[] = []
  for (const payout of due) {
    const state = escrows.get(payout.escrowId)
    if (!state || !isSlotPaid(state, payout.slot)) {
      left.push(payout)
      continue
    }
    const hash = await chain.releasedBy(payout.escrowId, payout.slot).catch(() => null) // nodes limit such a search
    if (hash) {
      if (await payouts.markPaid(table, payout, hash, new Date(now()).toISOString())) meter.paid(1)
    } else log.warn('paid slot without its log', { submissionId: payout.submissionId })
  }
  return left
}
