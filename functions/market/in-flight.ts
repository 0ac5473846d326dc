import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'

/** Milliseconds after which a transaction that was not mined is signed again with a higher fee. */
const stuckAfter = 45_000

/** Milliseconds between two looks for a receipt. */
const pollEvery = 250

/**
 * Brings the transaction in flight to its end: hands in the same bytes again, waits for the receipt of any version,
 * raises the fee under the same nonce when it is stuck, and marks its payouts.
 * @returns false when it is still in flight at `until` (epoch milliseconds)
 */
export async function finish(services: Services, lease: signer.Lease, open: signer.InFlight, until: number) {
  const { now, sleep, table } = services
  let current = await handIn(services, lease, open)
  while (true) {
    const mined = await minedVersion(services, current)
    if (mined?.final) {
      if (mined.ok) await markPaid(services, current, mined.hash)
      else services.log.error('payout transaction reverted', { hash: mined.hash })
      await signer.clearInFlight(table, lease, current.nonce)
      return true
    }
    if (!mined && (await isLost(services, current))) {
      await signer.clearInFlight(table, lease, current.nonce)
      return true
    }
    if (now() >= until) return false
    if (!mined && now() - current.signed.at > stuckAfter) {
      current = await handIn(services, lease, await raiseFee(services, lease, current))
    }
    await signer.extend(table, lease, now() + 60_000)
    await sleep(pollEvery)
  }
}

/** Hands in the latest version, or one that is dearer at once where the node asks for it. */
async function handIn(services: Services, lease: signer.Lease, current: signer.InFlight) {
  const { chain } = services
  if ((await chain.broadcast(current.signed.bytes)) === 'taken') return current
  const dearer = await raiseFee(services, lease, current)
  await chain.broadcast(dearer.signed.bytes)
  return dearer
}

async function minedVersion({ chain, config }: Services, { signed, earlier }: signer.InFlight) {
  for (const hash of [signed.hash, ...earlier]) {
    const receipt = await chain.receipt(hash)
    if (receipt) return { hash, ok: receipt.ok, final: receipt.confirmations >= config.CONFIRMATIONS }
  }
  return null
}

/** True when the nonce was used by none of our versions: then the chain's own bitmap says what is still due. */
async function isLost(services: Services, current: signer.InFlight) {
  const used = (await services.chain.nonce()) > current.nonce
  return used && (await minedVersion(services, current)) === null
}

async function markPaid(
  { log, meter, now, table }: Services,
  { submissionIds }: signer.InFlight,
  hash: string,
) {
  const at = new Date(now()).toISOString()
  const due = await payouts.all(table, submissionIds)
  for (const payout of due) if (await payouts.markPaid(table, payout, hash, at)) meter.paid(1)
  log.info('payouts paid', { hash, payouts: due.length })
}

/** Signs the same releases again, dearer, under the same nonce; written before it is handed in. */
async function raiseFee({ chain, log, now, table }: Services, lease: signer.Lease, current: signer.InFlight) {
  const dearer = await chain.signDearer(current.signed.bytes)
  if (!dearer) return current
  const { signed, earlier } = current
  const next = { ...current, signed: { ...dearer, at: now() }, earlier: [...earlier, signed.hash] }
  await signer.recordInFlight(table, lease, next)
  log.warn('payout fee raised', { hash: dearer.hash, nonce: current.nonce })
  return next
}
