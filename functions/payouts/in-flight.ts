import { mapWithConcurrency } from '../concurrency.ts'
import * as payouts from '../table/payouts.ts'
import * as refunds from '../table/refunds.ts'
import * as signer from '../table/signer.ts'
import { type Run, raiseAlarm } from './run.ts'

/** Milliseconds after which a transaction that was not mined is signed again with a higher fee. */
const stuckAfter = 45_000

/** Milliseconds between two queries for a receipt: the first pause, and the longest. */
const poll = { first: 250, longest: 2000 }

/** The alarm for each answer to a broadcast after which waiting for a receipt is useless; null where it is not. */
const alarmFor = { taken: null, underpriced: null, unfunded: 'NoGas', refused: 'RefusedByNode' } as const

/**
 * Brings the transaction in flight to its end: broadcasts the same bytes again, waits for the receipt of any version,
 * raises the fee under the same nonce when the transaction is stuck, and marks its payouts. A transaction that can never
 * be mined is forgotten: its payouts are still due, and the contract's bitmap says which of them it paid after all.
 * @returns false when it is still in flight at `run.until`, or no node accepts it
 */
export async function finish(run: Run, open: signer.InFlight): Promise<boolean> {
  const { lease, log, now, sleep, table, until } = run
  let { current, trouble } = await broadcast(run, open)
  // A signing time in the future comes from a wrong clock.
  let stuckAt = current.signed.at > now() + stuckAfter ? now() : current.signed.at + stuckAfter
  for (let pause = poll.first; ; pause = Math.min(pause * 2, poll.longest)) {
    const mined = await minedVersion(run, current)
    if (mined?.final) {
      const marked = mined.ok ? await markPaid(run, current, mined.hash) : []
      if (!mined.ok) log.error('payout transaction reverted', { hash: mined.hash })
      await forget(run, current, marked)
      return true
    }
    const isStuck = now() > stuckAt
    if (!mined && (await isLost(run, current, isStuck))) {
      log.warn('payout transaction lost', { hash: current.signed.hash, nonce: current.nonce })
      await forget(run, current, [])
      return true
    }
    if (!mined && trouble && !(isStuck && trouble === 'RefusedByNode')) {
      raiseAlarm(run, trouble)
      return false
    }
    if (now() >= until) return false
    if (!mined && isStuck) {
      const raised = await raiseFee(run, current)
      ;({ current, trouble } = await broadcast(run, raised))
      stuckAt = now() + stuckAfter
    }
    await signer.keep(table, lease, now())
    await sleep(pause)
  }
}

/** Broadcasts the latest version, or one with a higher fee where the node asks for that at once. */
async function broadcast(run: Run, open: signer.InFlight) {
  let current = open
  let answer = await run.sender.broadcast(current.signed.bytes)
  if (answer === 'underpriced') {
    current = await raiseFee(run, current)
    answer = await run.sender.broadcast(current.signed.bytes)
  }
  return { current, trouble: alarmFor[answer] }
}

/** Hashes of all versions that were signed for this nonce. */
const versionsOf = ({ signed, earlier }: signer.InFlight) => [signed.hash, ...earlier]

async function minedVersion({ chain, config }: Run, current: signer.InFlight) {
  for (const hash of versionsOf(current)) {
    const receipt = await chain.receipt(hash)
    if (receipt) return { hash, ok: receipt.ok, final: receipt.confirmations >= config.CONFIRMATIONS }
  }
  return null
}

/**
 * True when no version will be mined: another transaction used their nonce; or, once they are stuck, a reorganisation
 * has taken back the transaction before them, so that their nonce is not next; or a former operator signed them, from
 * whom the contract takes nothing any more.
 */
async function isLost(run: Run, current: signer.InFlight, isStuck: boolean): Promise<boolean> {
  const next = await run.sender.nonce(current.signer)
  if (next > current.nonce) return (await minedVersion(run, current)) === null
  if (!isStuck) return false
  return next < current.nonce || (current.signer !== run.lease.signer && (await isOperator(run)))
}

async function isOperator({ chain, sender }: Run): Promise<boolean> {
  const [named, own] = await Promise.all([chain.contractOperator(), sender.address()])
  return named.toLowerCase() === own.toLowerCase()
}

/** @returns the submission ids of the payouts that are marked now */
async function markPaid({ log, meter, now, table }: Run, current: signer.InFlight, hash: string) {
  const at = new Date(now()).toISOString()
  if (current.refund) {
    const { taskId, cents } = current.refund
    await refunds.markPaid(table, taskId, { cents, hash }, at)
    log.info('refund paid', { taskId, hash })
  }
  const due = await payouts.stillDue(table, current.submissionIds)
  const marked = await mapWithConcurrency(due, (payout) =>
    payouts.markPaid(table, payout, hash, at, versionsOf(current)),
  )
  const paid = due.filter((_, index) => marked[index])
  if (paid.length > 0) {
    meter.paid(paid.length)
    log.info('payouts paid', { hash, payouts: paid.length })
  }
  return paid.map(({ submissionId }) => submissionId)
}

/**
 * Forgets the transaction. A reorganisation may still bring any of its versions back, so payouts that it has not
 * marked paid keep the hashes: only a transaction that this service signed counts as a payment.
 */
async function forget({ lease, table }: Run, current: signer.InFlight, marked: string[]) {
  const others = current.submissionIds.filter((id) => !marked.includes(id))
  await mapWithConcurrency(others, (id) => payouts.keepHashes(table, id, versionsOf(current)))
  await signer.clearInFlight(table, lease, current.nonce)
}

/**
 * Signs the same call again with a higher fee under the same nonce, and records it before it is broadcast. A former
 * operator's transaction stays as it is, because its key is not ours. If no higher fee helps or can be signed, it raises an alarm.
 */
async function raiseFee(run: Run, current: signer.InFlight): Promise<signer.InFlight> {
  const { lease, log, now, sender, table } = run
  const isOwn = current.signer === lease.signer
  const raised = isOwn ? await sender.signWithHigherFee(current.signed.bytes) : null
  if (!raised) {
    raiseAlarm(run, isOwn ? 'FeeAtMost' : 'FormerSigner')
    return current
  }
  const next = { ...current, signed: { ...raised, at: now() }, earlier: versionsOf(current) }
  await signer.recordInFlight(table, lease, next)
  log.warn('payout fee raised', { hash: raised.hash, nonce: current.nonce })
  return next
}
