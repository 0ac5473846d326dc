import { mapWithConcurrency } from '../runtime/concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'
import * as signer from '../table/signer.ts'
import * as spending from '../table/spending.ts'
import { type Run, raiseAlarm } from './run.ts'
import type { Call } from './sender.ts'

/** Milliseconds after which a transaction that was not mined is signed again with a higher fee. */
const stuckAfter = 45_000

/** Milliseconds between two queries for a receipt: the first pause, and the longest. */
const poll = { first: 250, longest: 2000 }

/** The alarm for each answer to a broadcast; null if the transaction may still be mined, so that a run waits for its receipt. */
const alarmFor = { taken: null, underpriced: null, unfunded: 'NoGas', refused: 'RefusedByNode' } as const

/** What a stuck transaction does instead, or null. */
export type Instead = () => Promise<{ call: Call; gasLimit: bigint } | null>

/** Signs a transaction and writes it to the table, with what it does. `finish` broadcasts it in the next round. */
export async function startTransaction(
  { lease, log, now, sender, table }: Run,
  call: Call,
  gasLimit: bigint,
  { submissionIds = [], refund }: Partial<Pick<signer.InFlight, 'submissionIds' | 'refund'>>,
): Promise<void> {
  const nonce = await sender.nonce(lease.signer)
  const signed = await sender.sign(call, nonce, gasLimit)
  await signer.recordInFlight(table, lease, {
    signer: lease.signer,
    nonce,
    signed: { ...signed, at: now() },
    earlier: [],
    holds: [],
    submissionIds,
    ...(refund && { refund }),
  })
  log.info('transaction signed', {
    hash: signed.hash,
    nonce,
    payouts: submissionIds.length,
    refund: refund?.taskId,
  })
}

/**
 * Finishes the transaction in flight: broadcasts the same bytes again, waits for a receipt, and marks the payouts paid. If
 * the transaction is stuck, it is signed again with the same nonce and a higher fee, or as a hold if the fee is at its cap; then
 * it has several versions, and any of them may be mined. If no version can be mined any more, the transaction is deleted and its payouts stay due; the next
 * run reads from the contract which of them are paid.
 * @returns false if the transaction is still in flight at `run.until`, or no node accepts it
 */
export async function finish(run: Run, open: signer.InFlight, instead: Instead): Promise<boolean> {
  const { lease, log, now, sleep, table, until } = run
  let { current, trouble } = await broadcast(run, open, instead)
  // A signing time in the future comes from a wrong clock. Then the transaction counts as stuck at once.
  let stuckAt = current.signed.at > now() + stuckAfter ? now() : current.signed.at + stuckAfter
  for (let pause = poll.first; ; pause = Math.min(pause * 2, poll.longest)) {
    const mined = await minedVersion(run, current)
    if (mined?.final) {
      const marked = mined.ok ? await markPaid(run, current, mined) : []
      if (!mined.ok) log.error('payout transaction reverted', { hash: mined.hash })
      await forget(run, current, marked, mined.fee)
      // A transaction that was simulated and still reverted must not be repeated in a loop: the next run tries again.
      if (!mined.ok) raiseAlarm(run, 'Reverted')
      return mined.ok
    }
    const isStuck = now() > stuckAt
    if (!mined && (await isLost(run, current, isStuck))) {
      log.warn('payout transaction lost', { hash: current.signed.hash, nonce: current.nonce })
      await forget(run, current, [], 0n)
      return true
    }
    if (!mined && trouble && !(isStuck && trouble === 'RefusedByNode')) {
      raiseAlarm(run, trouble)
      return false
    }
    if (now() >= until) return false
    if (!mined && isStuck) {
      const raised = await raiseFee(run, current, instead)
      ;({ current, trouble } = await broadcast(run, raised, instead))
      stuckAt = now() + stuckAfter
    }
    await signer.keep(table, lease, now())
    await sleep(pause)
  }
}

/** Broadcasts the latest version. If the node finds its fee too low, broadcasts a version with a higher fee at once. */
async function broadcast(run: Run, open: signer.InFlight, instead: Instead) {
  let current = open
  let answer = await run.sender.broadcast(current.signed.bytes)
  if (answer === 'underpriced') {
    current = await raiseFee(run, current, instead)
    answer = await run.sender.broadcast(current.signed.bytes)
  }
  return { current, trouble: alarmFor[answer] }
}

/** The hashes of all versions of the transaction: each has the same nonce and another fee. */
const versionsOf = ({ signed, earlier }: signer.InFlight) => [signed.hash, ...earlier]

/** The hashes of the versions that make the payouts. */
const paymentsOf = (current: signer.InFlight) =>
  versionsOf(current).filter((hash) => !current.holds.includes(hash))

/** The version of the transaction that is mined, or null; `final` once it has enough confirmations. */
async function minedVersion({ chain, config }: Run, current: signer.InFlight) {
  for (const hash of versionsOf(current)) {
    const receipt = await chain.receipt(hash)
    if (receipt) return { ...receipt, hash, final: receipt.confirmations >= config.CONFIRMATIONS }
  }
  return null
}

/**
 * Whether no version of the transaction can be mined any more. There are three causes:
 * - Another transaction with the same nonce was mined.
 * - The transaction is stuck, and its nonce is not the signer's next one, because a reorganisation removed the transaction
 *   with the nonce before it.
 * - The transaction is stuck, and a former operator signed it. The contract refuses calls of a former operator.
 */
async function isLost(run: Run, current: signer.InFlight, isStuck: boolean): Promise<boolean> {
  const next = await run.sender.nonce(current.signer)
  if (next > current.nonce) return (await minedVersion(run, current)) === null
  if (!isStuck) return false
  return next < current.nonce || (current.signer !== run.lease.signer && (await isOperator(run)))
}

/** Whether the contract accepts calls of this service's key. */
async function isOperator({ chain, sender }: Run): Promise<boolean> {
  const [named, own] = await Promise.all([chain.contractOperator(), sender.address()])
  return named.toLowerCase() === own.toLowerCase()
}

/** Marks the refund or the payouts of the transaction paid. @returns the submission ids of the payouts that this call marked */
async function markPaid(
  { log, meter, now, table }: Run,
  current: signer.InFlight,
  { fee, hash }: { fee: bigint; hash: string },
) {
  const at = new Date(now()).toISOString()
  if (current.holds.includes(hash)) return []
  if (current.refund) {
    const { taskId, cents, isFirstPart } = current.refund
    const mark = isFirstPart ? refunds.markFirstPartPaid : refunds.markPaid
    await mark(table, taskId, { cents, hash }, at)
    log.info('refund paid', { taskId, hash })
  }
  const due = await payouts.stillDue(table, current.submissionIds)
  const marked = await mapWithConcurrency(due, (payout) =>
    payouts.markPaid(table, payout, hash, at, paymentsOf(current)),
  )
  const paid = due.filter((_, index) => marked[index])
  if (paid.length > 0) {
    meter.record({ PayoutsPaid: paid.length })
    await spending.addPaid(table, now(), paid, fee)
    log.info('payouts paid', { hash, payouts: paid.length })
  }
  return paid.map(({ submissionId }) => submissionId)
}

/**
 * Deletes the transaction in flight. First it adds the hashes of all payments to the transaction's unmarked payouts,
 * because a reorganisation may still bring a version back. Without its hash, the payment would count as somebody else's.
 * @param fee what the signer paid for it, in wei
 */
async function forget({ lease, now, table }: Run, current: signer.InFlight, marked: string[], fee: bigint) {
  const others = current.submissionIds.filter((id) => !marked.includes(id))
  await mapWithConcurrency(others, (id) => payouts.keepHashes(table, id, paymentsOf(current)))
  await signer.clearInFlight(table, lease, current.nonce, fee > 0n ? [spending.addFee(now(), fee)] : [])
}

/**
 * Signs the same call again with the same nonce and a higher fee, and writes it to the table; the caller broadcasts it. If a
 * higher fee of this call is not possible, a hold takes its place, which needs less gas. If a former key signed the transaction,
 * or nothing helps, the transaction stays as it is and an alarm is raised.
 */
async function raiseFee(run: Run, current: signer.InFlight, instead: Instead): Promise<signer.InFlight> {
  const { lease, log, now, sender, table } = run
  const isOwn = current.signer === lease.signer
  const { bytes, hash } = current.signed
  const raised = isOwn ? await sender.signWithHigherFee(bytes) : null
  const hold = isOwn && !raised ? await instead() : null
  const held = hold && (await sender.signWithHigherFee(bytes, hold))
  const signed = raised ?? held
  if (!signed) {
    raiseAlarm(run, isOwn ? 'FeeAtMost' : 'FormerSigner')
    return current
  }
  const isHold = Boolean(held) || current.holds.includes(hash)
  const next = {
    ...current,
    signed: { ...signed, at: now() },
    earlier: versionsOf(current),
    holds: isHold ? [...current.holds, signed.hash] : current.holds,
  }
  await signer.recordInFlight(table, lease, next)
  log.warn('payout fee raised', { hash: signed.hash, nonce: current.nonce, isHold })
  return next
}
