import { type EscrowState, isSlotOwed, isSlotPaid } from '../../domain/escrow.ts'
import { escrow as limits } from '../../domain/limits.ts'
import { concurrency, mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import { hasTime, type Run, raiseAlarm } from './run.ts'
import type { Call } from './sender.ts'
import { compare } from './verify.ts'

/**
 * Finds the call that holds the slots of payouts whose reward can soon return to the funder, so that it cannot before
 * `refundableAt` + 21 days. A payout whose slot was owed `FINALITY` blocks ago is no longer urgent. A failed payout that cannot
 * be held needs no protection any more.
 * @param unpaid due payouts that cannot be made now, and failed ones
 * @returns null if there is nothing to hold, or it cannot be held now
 */
export async function findHold(run: Run, unpaid: Payout[]): Promise<{ call: Call; gasLimit: bigint } | null> {
  if (unpaid.length === 0) return null
  const { chain, config, sender, table } = run
  const mismatches = await compare(table, unpaid)
  const ids = [...new Set(unpaid.map(({ escrowId }) => escrowId))]
  const read = async (id: string) =>
    [id, { now: await chain.escrow(id), final: await chain.escrow(id, config.FINALITY - 1) }] as const
  const escrows = new Map(await mapWithConcurrency(ids, read, () => hasTime(run), concurrency.reads))
  const isOwed = (state: EscrowState | null | undefined, { slot }: Payout) =>
    Boolean(state && isSlotOwed(state, slot))
  const isFree = (state: EscrowState | null | undefined, payout: Payout) =>
    state &&
    payout.slot < state.slots &&
    !state.closed &&
    !isSlotPaid(state, payout.slot) &&
    !mismatches.has(payout)
  const held = unpaid.filter((payout) => isOwed(escrows.get(payout.escrowId)?.final, payout))
  await mapWithConcurrency(held, (payout) =>
    payouts.markHeld(table, payout, payout.refundableAt + limits.owedPeriod),
  )
  const notOwed = unpaid.filter((payout) => !isOwed(escrows.get(payout.escrowId)?.now, payout))
  const free = notOwed.filter((payout) => isFree(escrows.get(payout.escrowId)?.now, payout))
  // A node that lags behind may not know the escrow, so only a final state shows that there is nothing to hold.
  const isLost = (payout: Payout) => {
    const final = escrows.get(payout.escrowId)?.final
    return mismatches.has(payout) || (final && !isFree(final, payout))
  }
  const lost = notOwed.filter((one) => one.status === 'failed' && !free.includes(one) && isLost(one))
  await mapWithConcurrency(lost, (payout) => payouts.endProtection(table, payout))
  if (free.length > 0) raiseAlarm(run, 'Held')
  const cap = free.length > 0 ? await sender.gasCap() : 0n
  for (let some = free; some.length > 0 && (await hasTime(run)); some = some.slice(0, some.length / 2)) {
    const call = { holds: some.map(({ escrowId, slot }) => ({ escrowId, slot })) }
    const outcome = await sender.simulate(call)
    if ('error' in outcome) {
      raiseAlarm(run, outcome.error)
      return null
    }
    const gasLimit = (outcome.gas * 12n) / 10n
    if (gasLimit <= cap || some.length === 1) return { call, gasLimit }
  }
  return null
}
