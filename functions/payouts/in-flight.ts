import { mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { alarm } from './alarm.ts'

/** Milliseconds after which a transaction that was not mined is signed again with a higher fee. */
const stuckAfter = 45_000

/** Milliseconds between two looks for a receipt: the first, and at most. */
const poll = { first: 250, most: 2000 }

/** Why waiting for a receipt is in vain. */
const troubles = { taken: null, underpriced: null, unfunded: 'NoGas', refused: 'RefusedByNode' } as const

/**
 * Brings the transaction in flight to its end: hands in the same bytes again, waits for the receipt of any version,
 * raises the fee under the same nonce when it is stuck, and marks its payouts. One that can never be mined is forgotten:
 * its payouts are still due, and the chain's own bitmap says which of them it has paid after all.
 * @returns false when it is still in flight at `until` (epoch milliseconds), or no node takes it
 */
export async function finish(services: Services, lease: signer.Lease, open: signer.InFlight, until: number) {
  const { log, now, sleep, table } = services
  let { current, trouble } = await handIn(services, lease, open)
  // A moment that has yet to come is of a clock that was wrong.
  let stuckAt = current.signed.at > now() + stuckAfter ? now() : current.signed.at + stuckAfter
  for (let pause = poll.first; ; pause = Math.min(pause * 2, poll.most)) {
    const mined = await minedVersion(services, current)
    if (mined?.final) {
      if (mined.ok) await markPaid(services, current, mined.hash)
      else log.error('payout transaction reverted', { hash: mined.hash })
      await signer.clearInFlight(table, lease, current.nonce)
      return true
    }
    const isStuck = now() > stuckAt
    if (!mined && (await isLost(services, lease, current, isStuck))) {
      log.warn('payout transaction lost', { hash: current.signed.hash, nonce: current.nonce })
      await signer.clearInFlight(table, lease, current.nonce)
      return true
    }
    if (!mined && trouble && !(isStuck && trouble === 'RefusedByNode')) {
      alarm(services, trouble)
      return false
    }
    if (now() >= until) return false
    if (!mined && isStuck) {
      const raised = await raiseFee(services, lease, current)
      ;({ current, trouble } = await handIn(services, lease, raised))
      stuckAt = now() + stuckAfter
    }
    await signer.keep(table, lease, now())
    await sleep(pause)
  }
}

/** Hands in the latest version, or one that is dearer at once where the node asks for it. */
async function handIn(services: Services, lease: signer.Lease, open: signer.InFlight) {
  const { chain } = services
  let current = open
  let handed = await chain.broadcast(current.signed.bytes)
  if (handed === 'underpriced') {
    current = await raiseFee(services, lease, current)
    handed = await chain.broadcast(current.signed.bytes)
  }
  return { current, trouble: troubles[handed] }
}

async function minedVersion({ chain, config }: Services, { signed, earlier }: signer.InFlight) {
  for (const hash of [signed.hash, ...earlier]) {
    const receipt = await chain.receipt(hash)
    if (receipt) return { hash, ok: receipt.ok, final: receipt.confirmations >= config.CONFIRMATIONS }
  }
  return null
}

/**
 * True when none of our versions will be mined: their nonce was used by another transaction; or, once they are stuck,
 * a reorganisation has taken back the transaction before them, so that their nonce is not next; or they are a former
 * operator's, from whom the contract takes nothing any more.
 */
async function isLost(
  services: Services,
  lease: signer.Lease,
  current: signer.InFlight,
  isStuck: boolean,
): Promise<boolean> {
  const next = await services.chain.nonce(current.signer)
  if (next > current.nonce) return (await minedVersion(services, current)) === null
  if (!isStuck) return false
  return next < current.nonce || (current.signer !== lease.signer && (await isOperator(services)))
}

async function isOperator({ chain }: Services): Promise<boolean> {
  const [named, own] = await Promise.all([chain.contractOperator(), chain.operator()])
  return named.toLowerCase() === own.toLowerCase()
}

async function markPaid(
  { log, meter, now, table }: Services,
  { submissionIds }: signer.InFlight,
  hash: string,
) {
  if (submissionIds.length === 0) return // it closed an escrow
  const at = new Date(now()).toISOString()
  const due = await payouts.all(table, submissionIds)
  await mapWithConcurrency(due, async (payout) => {
    if (await payouts.markPaid(table, payout, hash, at)) meter.paid(1)
  })
  log.info('payouts paid', { hash, payouts: due.length })
}

/**
 * Signs the same call again, dearer, under the same nonce; written before it is handed in. A former operator's
 * transaction stays as it is: its key is not ours. Where no higher fee helps, or none can be signed, somebody is told.
 */
async function raiseFee(services: Services, lease: signer.Lease, current: signer.InFlight) {
  const { chain, log, now, table } = services
  const isOwn = current.signer === lease.signer
  const dearer = isOwn ? await chain.signDearer(current.signed.bytes) : null
  if (!dearer) {
    alarm(services, isOwn ? 'FeeAtMost' : 'FormerSigner')
    return current
  }
  const { signed, earlier } = current
  const next = { ...current, signed: { ...dearer, at: now() }, earlier: [...earlier, signed.hash] }
  await signer.recordInFlight(table, lease, next)
  log.warn('payout fee raised', { hash: dearer.hash, nonce: current.nonce })
  return next
}
