import type { Payout } from '../../domain/payout.ts'
import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { ConditionFailed } from '../table/table.ts'
import { finish } from './in-flight.ts'
import { plan } from './payout-plan.ts'
import * as refunds from './refund-plan.ts'

/** Payouts taken up at once: what surely fits under the gas cap of one transaction. */
const batchSize = 300

/** Seconds for which a settler holds the lease without renewing it. */
export const leaseSeconds = 60

/** 'busy': another settler is at work. 'waiting': a transaction is in flight, or the chain refuses for now. */
export type Settled = 'done' | 'busy' | 'waiting'

/**
 * Pays what is due, exactly once (design section 5). Take the lease → finish the transaction in flight → read what is
 * due → simulate → sign → write the signed bytes → broadcast → wait for the receipt → mark paid; until nothing is due.
 * A crash anywhere is resumed from the table by the next caller. `until` (epoch milliseconds) bounds the waiting.
 */
export async function settle(services: Services, until: number): Promise<Settled> {
  const { chain, now, table } = services
  const operator = await chain.operator()
  const lease = await signer.acquire(table, operator, now(), leaseSeconds)
  if (!lease) return 'busy'
  try {
    return await settleWith(services, lease, until)
  } catch (error) {
    if (error instanceof ConditionFailed) return 'busy' // the lease went to another settler
    throw error
  } finally {
    await signer.extend(table, lease, now()).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
}

async function settleWith(services: Services, lease: signer.Lease, until: number): Promise<Settled> {
  const { now, table } = services
  while (true) {
    await signer.extend(table, lease, now() + leaseSeconds * 1000)
    const open = await signer.inFlight(table, lease.signer)
    if (open && !(await finish(services, lease, open, until))) return 'waiting'
    const due = await payouts.due(table, batchSize)
    if (due.length > 0 && now() >= until) return 'waiting'
    if (due.length > 0 && (await send(services, lease, due))) continue
    // Rewards first; but those that have to wait don't hold up what funders get back.
    const refund = await refunds.sendNext(services, lease, until)
    if (refund === 'sent') continue
    return refund === 'waiting' || (await payouts.due(table, 1)).length > 0 ? 'waiting' : 'done'
  }
}

/** Measures what is still due (up to one batch; the age is that of the oldest of all), for the alarm on payouts that wait. */
export async function measureDue({ meter, now, table }: Services): Promise<void> {
  const due = await payouts.due(table, batchSize)
  const [oldest] = due
  const age = oldest ? Math.max(0, now() - Date.parse(oldest.createdAt)) / 1000 : 0
  meter.due(due.length, Math.round(age))
}

/** Signs one transaction for what can be paid of `due` and records it. @returns whether there was anything to sign */
async function send(services: Services, lease: signer.Lease, due: Payout[]): Promise<boolean> {
  const { chain, log, now, table } = services
  const planned = await plan(services, lease, due)
  if (planned.pay.length === 0) return false
  const nonce = await chain.nonce()
  const signed = await chain.sign(planned.pay, nonce, planned.gasLimit)
  await signer.recordInFlight(table, lease, {
    nonce,
    signed: { ...signed, at: now() },
    earlier: [],
    submissionIds: planned.pay.map(({ submissionId }) => submissionId),
  })
  log.info('payout signed', { hash: signed.hash, nonce, payouts: planned.pay.length })
  return true
}
