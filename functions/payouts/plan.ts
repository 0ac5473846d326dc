import { toBaseUnits, toCents } from '../../domain/escrow.ts'
import { smallPayout } from '../../domain/limits.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Payout } from '../table/payouts.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import * as spending from '../table/spending.ts'
import { unpaid } from './paid-slots.ts'
import { hasBudget, hasTime, type Run, raiseAlarm } from './run.ts'
import { verified } from './verify.ts'

/** Errors of the contract that have their cause in one payout, even if other payouts revert too. */
const ownErrors = new Set(['InvalidRecipient', 'AlreadyClosed', 'SlotOutOfRange'])

/** Errors that have their cause in the contract's settings or the node, not in one payout. */
const sharedErrors = new Set(['EscrowPaused', 'NotOperator', 'DailyLimitExceeded', 'NoRevertData'])

/** The shared errors after which no payout can be made. */
const stopping = new Set(['EscrowPaused', 'NotOperator'])

/** Errors that a lagging node may report wrongly. The payout stays due and is left out of this run. */
const staleErrors = new Set(['SlotAlreadyPaid', 'UnknownEscrow'])

/** After so many payouts that the simulation refuses one by one without a known error, the node or the signer is the cause. */
const mostUnexplained = 3

/** Gas for each recipient whose balance changes between the simulation and the block. */
const gasForChanges = 60_000n

export interface Plan {
  pay: Payout[]
  gasLimit: bigint
  /** Payouts that cannot be made in this run. */
  later: Payout[]
  /** Payouts that are left out of this run because of a defect of their own. They were moved to the end of the queue. */
  moved: Payout[]
}

/**
 * Chooses the due payouts that one transaction makes, in the given order. There are none if all of them are paid on chain,
 * refused, or have to wait. If the batch would revert because of one payout, bisection finds that payout and it is marked
 * failed.
 */
export async function plan(run: Run, due: Payout[]): Promise<Plan> {
  const { chain, lease, log, meter, now, sender, table } = run
  const result: Plan = { pay: [], gasLimit: 0n, later: [], moved: [] }
  const postpone = async (those: Payout[]) => {
    result.moved.push(...those)
    await mapWithConcurrency(those, (payout) => payouts.moveToEnd(table, payout, now()))
  }
  const claims = Map.groupBy(
    await verified(run, due, postpone),
    ({ escrowId, slot }) => `${escrowId} ${slot}`,
  )
  const first = [...claims.values()].flatMap((claimants) => claimants.slice(0, 1))
  // If the table was restored to a moment inside a transaction, two approvals may have claimed the same slot. The first
  // payout is made; then the others fail.
  const others = [...claims.values()].flatMap((claimants) => claimants.slice(1))
  if (others.length > 0) {
    log.error('slots claimed twice', { submissionIds: others.map(({ submissionId }) => submissionId) })
    await postpone(others)
  }
  let left = await unpaid(run, first, postpone)
  /** Leaves these payouts out of this run. They stay at their place in the queue. */
  const wait = (reason: string, those: Payout[]) => {
    raiseAlarm(run, reason)
    result.later.push(...those)
    left = left.filter((one) => !those.includes(one))
  }
  if (left.length > 0 && !(await hasBudget(run))) wait('GasBudget', left)
  const early = await notNow(run, left)
  if (early.length > 0) log.info('payouts left for later', { payouts: early.length })
  left = left.filter((one) => !early.includes(one))
  result.later.push(...early)
  let size = left.length
  let unexplained = 0
  const cap = left.length > 0 ? await sender.gasCap() : 0n
  while (left.length > 0 && (await hasTime(run))) {
    const batch = left.slice(0, size)
    const outcome = await sender.simulate(batch)
    const gasLimit = 'gas' in outcome ? (outcome.gas * 12n) / 10n : null
    if (gasLimit !== null && gasLimit <= cap) {
      const withRoom = gasLimit + gasForChanges * BigInt(batch.length)
      return { ...result, pay: batch, gasLimit: withRoom < cap ? withRoom : cap }
    }
    const error = 'error' in outcome ? outcome.error : 'FeeCap'
    if (stopping.has(error)) {
      wait(error, left)
      break
    }
    if (error === 'DailyLimitExceeded') {
      const excess = aboveLimit(left, await chain.leftToday())
      // A node that lags behind may refuse payouts that fit by now.
      wait(error, excess.length > 0 ? excess : batch)
      size = left.length
      continue
    }
    const culprit = gasLimit === null && !sharedErrors.has(error) ? await findCulprit(run, batch) : null
    if (culprit) {
      const { payout, reason } = culprit
      left = left.filter((one) => one !== payout)
      if (staleErrors.has(culprit.error)) {
        log.warn('payout postponed', { submissionId: payout.submissionId, error: culprit.error })
        await postpone([payout])
      } else {
        if (await payouts.markFailed(table, payout, reason, signer.stillHeld(lease)))
          meter.record({ PayoutsFailed: 1 })
        // The reason names the wallet, which must not be in a log line; the payout's item has it.
        log.error('payout failed', { submissionId: payout.submissionId, error: culprit.error })
      }
    } else if (batch.length > 1) {
      size = gasLimit === null ? Math.ceil(batch.length / 2) : largestFitting(batch.length, gasLimit, cap)
    } else {
      wait(error, batch)
      await mapWithConcurrency(batch, (payout) => payouts.moveToEnd(table, payout, now()))
      size = left.length
      if (++unexplained === mostUnexplained) break
    }
  }
  result.later.push(...left)
  return result
}

/** The payouts that a stage's settings leave for later: those above the share of their creator, and small ones on their own. */
async function notNow({ chain, config, now, table }: Run, left: Payout[]): Promise<Payout[]> {
  const { CREATOR_SHARE: share, GAS_BUDGET, SMALL_PAYOUT_WAIT: wait = 0 } = config
  const isYoung = ({ amount, createdAt }: Payout) =>
    amount < smallPayout && now() < Date.parse(createdAt) + wait * 1000
  if (left.every(isYoung)) return left
  if (share === undefined) return []
  const mostCents = share * toCents(await chain.dailyLimit())
  const mostFees = share * (GAS_BUDGET ?? Number.POSITIVE_INFINITY)
  const used = await spending.usedBy(table, now(), [...new Set(left.map(({ creatorId }) => creatorId))])
  return left.filter(({ amount, creatorId }) => {
    const { cents, fees } = used.get(creatorId) ?? { cents: 0, fees: 0 }
    // The first one of a day may be above the share, because otherwise a large reward would never be paid.
    if ((cents > 0 && cents + amount > mostCents) || fees >= mostFees) return true
    used.set(creatorId, { cents: cents + amount, fees })
    return false
  })
}

/** The payouts that exceed the rest of the daily limit (base units) if they are made in this order. */
function aboveLimit(all: Payout[], leftToday: bigint): Payout[] {
  let left = leftToday
  return all.filter(({ amount }) => {
    const fits = toBaseUnits(amount) <= left
    if (fits) left -= toBaseUnits(amount)
    return !fits
  })
}

/** How many payouts fit under the gas `cap` if all `count` of them together need `gas`: at least one, and at most `count - 1`. */
const largestFitting = (count: number, gas: bigint, cap: bigint) =>
  Math.max(1, Math.min(count - 1, Number((BigInt(count) * cap) / gas)))

/**
 * Finds by bisection a payout that makes the batch revert, and that reverts alone too. If its error is not known, another
 * payout of the batch must succeed alone. Otherwise the cause may concern all payouts, and none may be marked failed.
 * @returns null if no such payout is found, or the time is over
 */
async function findCulprit(run: Run, batch: Payout[]) {
  const { sender } = run
  let suspects = batch
  while (suspects.length > 1) {
    if (!(await hasTime(run))) return null
    const half = suspects.slice(0, Math.ceil(suspects.length / 2))
    suspects = 'error' in (await sender.simulate(half)) ? half : suspects.slice(half.length)
  }
  const [payout] = suspects
  const outcome = payout && (await sender.simulate([payout]))
  if (!payout || !outcome || !('error' in outcome) || sharedErrors.has(outcome.error)) return null
  const culprit = { payout, ...outcome }
  if (ownErrors.has(outcome.error) || staleErrors.has(outcome.error)) return culprit
  for (const other of batch) {
    if (other !== payout && (await hasTime(run)) && 'gas' in (await sender.simulate([other]))) return culprit
  }
  return null
}
