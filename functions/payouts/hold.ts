import { type EscrowState, isSlotOwed, isSlotPaid } from '../../domain/escrow.ts'
import { escrow as limits } from '../../domain/limits.ts'
import { concurrency, mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import { startTransaction } from './in-flight.ts'
import { hasTime, type Run, raiseAlarm } from './run.ts'

/**
 * Holds the slots of urgent payouts that cannot be made now, so that their rewards cannot return to the funder before
 * `refundableAt` + 21 days. It signs one transaction and writes it to the table. A payout whose slot was owed `FINALITY`
 * blocks ago is no longer urgent.
 * @param unpaid urgent payouts that agree with their approval
 * @returns whether a transaction is in flight now
 */
export async function holdUrgent(run: Run, unpaid: Payout[]): Promise<boolean> {
  if (unpaid.length === 0) return false
  const { chain, config, log, sender, table } = run
  raiseAlarm(run, 'Held')
  const ids = [...new Set(unpaid.map(({ escrowId }) => escrowId))]
  const read = async (id: string) =>
    [id, { now: await chain.escrow(id), final: await chain.escrow(id, config.FINALITY - 1) }] as const
  const escrows = new Map(await mapWithConcurrency(ids, read, () => hasTime(run), concurrency.reads))
  const isOwed = (state: EscrowState | null | undefined, { slot }: Payout) =>
    Boolean(state && isSlotOwed(state, slot))
  const held = unpaid.filter((payout) => isOwed(escrows.get(payout.escrowId)?.final, payout))
  await mapWithConcurrency(held, (payout) =>
    payouts.markHeld(table, payout, payout.refundableAt + limits.owedPeriod),
  )
  let free = unpaid.filter((payout) => {
    const state = escrows.get(payout.escrowId)?.now
    return (
      state &&
      payout.slot < state.slots &&
      !state.closed &&
      !isSlotPaid(state, payout.slot) &&
      !isOwed(state, payout)
    )
  })
  const cap = free.length > 0 ? await sender.gasCap() : 0n
  while (free.length > 0 && (await hasTime(run))) {
    const call = { holds: free.map(({ escrowId, slot }) => ({ escrowId, slot })) }
    const outcome = await sender.simulate(call)
    if ('error' in outcome) {
      raiseAlarm(run, outcome.error)
      return false
    }
    const gasLimit = (outcome.gas * 12n) / 10n
    if (gasLimit <= cap || free.length === 1) {
      await startTransaction(run, call, gasLimit, {})
      log.info('slots to hold', { payouts: free.length })
      return true
    }
    free = free.slice(0, Math.ceil(free.length / 2))
  }
  return false
}
