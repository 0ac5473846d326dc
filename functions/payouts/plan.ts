import type { Payout } from '../../domain/payout.ts'
import { mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { alarm } from './alarm.ts'
import { type InTime, inTime } from './time-limit.ts'
import { withoutPaid } from './unpaid-slots.ts'

/** Errors of the contract that one payout alone is to blame for, whatever the others do. */
const blaming = new Set(['InvalidRecipient', 'AlreadyClosed', 'SlotOutOfRange'])

/** Errors that no payout is to blame for. */
const notNow = new Set(['EscrowPaused', 'NotOperator', 'DailyLimitExceeded', 'NoRevertData'])

/** Those of them that every payout meets alike. */
const everyones = new Set(['EscrowPaused', 'NotOperator'])

/** Errors of one payout that a node behind the others may report wrongly: it is left out of this round and stays due. */
const later = new Set(['SlotAlreadyPaid', 'UnknownEscrow'])

/** Payouts refused one by one with no word from the contract, after which it must be the node or the signer. */
const mostSilent = 3

/** What one transaction pays, and what was put at the end of the queue. */
export interface Plan {
  pay: Payout[]
  gasLimit: bigint
  later: Payout[]
}

/**
 * What one transaction can pay of these due payouts; nothing, when the chain has paid or refuses them all. Slots that
 * the chain has paid already are marked so; payouts that make the batch revert are found by bisection and set aside.
 * One that cannot be paid for now goes to the end of the queue as soon as that is known, so that it keeps no others
 * from it, not even by a crash. Nothing new is tried after `until` (epoch milliseconds).
 */
export async function plan(
  services: Services,
  lease: signer.Lease,
  due: Payout[],
  until: number,
): Promise<Plan> {
  const { chain, log, meter, now, table } = services
  const goesOn = inTime(services, lease, until)
  const put: Payout[] = []
  const putBack = async (those: Payout[]) => {
    put.push(...those)
    const place = new Date(now()).toISOString()
    await mapWithConcurrency(those, (one) => payouts.putBack(table, one, place))
  }
  const claims = Map.groupBy(due, ({ escrowId, slot }) => `${escrowId} ${slot}`)
  const first = [...claims.values()].flatMap((claimants) => claimants.slice(0, 1))
  // Only a table that was restored in the middle of a transaction has more: whoever is not paid then fails, and says so.
  const others = [...claims.values()].flatMap((claimants) => claimants.slice(1))
  if (others.length > 0) {
    log.error('slots claimed twice', { submissionIds: others.map(({ submissionId }) => submissionId) })
    await putBack(others)
  }
  let left = await withoutPaid(services, lease, first, goesOn, putBack)
  let size = left.length
  let silent = 0
  const cap = left.length > 0 ? await chain.gasCap() : 0n
  while (left.length > 0 && (await goesOn())) {
    const batch = left.slice(0, size)
    const outcome = await chain.simulate(batch)
    const gasLimit = 'gas' in outcome ? (outcome.gas * 12n) / 10n : null
    if (gasLimit !== null && gasLimit <= cap) return { pay: batch, gasLimit, later: put }
    const error = 'error' in outcome ? outcome.error : 'OverGasCap'
    if (everyones.has(error)) {
      alarm(services, error)
      break
    }
    const culprit =
      gasLimit === null && !notNow.has(error) ? await findCulprit(services, batch, goesOn) : null
    if (culprit && !later.has(culprit.error)) {
      const { payout, reason } = culprit
      if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease))) meter.failed(1)
      // The reason names the wallet, which is no fact for a line; the payout's item has it.
      log.error('payout failed', { submissionId: payout.submissionId, error: culprit.error })
      left = left.filter((one) => one !== payout)
    } else if (culprit) {
      log.warn('payout left for later', { submissionId: culprit.payout.submissionId, error: culprit.error })
      await putBack([culprit.payout])
      left = left.filter((one) => one !== culprit.payout)
    } else if (batch.length > 1) {
      size = gasLimit === null ? Math.ceil(batch.length / 2) : fitting(batch.length, gasLimit, cap)
    } else {
      alarm(services, error)
      const [alone] = batch
      const refused = left.filter(
        (one) => one === alone || (error === 'DailyLimitExceeded' && one.amount >= (alone?.amount ?? 0)),
      )
      await putBack(refused)
      left = left.filter((one) => !refused.includes(one))
      size = left.length
      if (error !== 'DailyLimitExceeded' && ++silent === mostSilent) break
    }
  }
  return { pay: [], gasLimit: 0n, later: put }
}

/** How many of `count` payouts surely fit, when all of them need `gas`; fewer than all, and one at least. */
const fitting = (count: number, gas: bigint, cap: bigint) =>
  Math.max(1, Math.min(count - 1, Number((BigInt(count) * cap) / gas)))

/**
 * Bisection: a payout that reverts by itself and is to blame for it. An error that the contract does not know as a
 * payout's own counts only when another payout passes; otherwise the trouble is everyone's and nothing is set aside.
 */
async function findCulprit({ chain }: Services, batch: Payout[], goesOn: InTime) {
  let suspects = batch
  while (suspects.length > 1) {
    if (!(await goesOn())) return null
    const first = suspects.slice(0, Math.ceil(suspects.length / 2))
    suspects = 'error' in (await chain.simulate(first)) ? first : suspects.slice(first.length)
  }
  const [payout] = suspects
  const outcome = payout && (await chain.simulate([payout]))
  if (!payout || !outcome || !('error' in outcome) || notNow.has(outcome.error)) return null
  const culprit = { payout, ...outcome }
  if (blaming.has(outcome.error) || later.has(outcome.error)) return culprit
  for (const other of batch) {
    if (other !== payout && (await goesOn()) && 'gas' in (await chain.simulate([other]))) return culprit
  }
  return null
}
