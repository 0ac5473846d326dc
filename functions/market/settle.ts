import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { ConditionFailed } from '../table/table.ts'
import { confirm } from './confirming.ts'
import { finish } from './in-flight.ts'
import { type Plan, plan } from './payout-plan.ts'
import * as refunds from './refund-plan.ts'

/** Payouts taken up at once: about what fits under the gas cap of one transaction. */
const batchSize = 1000

/** 'busy': another settler is at work. 'waiting': a transaction is in flight, or the chain refuses for now. */
export type Settled = 'done' | 'busy' | 'waiting'

/**
 * Pays what is due, exactly once (design section 5). Take the lease → look again at what was paid → finish the transaction
 * in flight → read what is due → simulate → sign → write the signed bytes → broadcast → wait for the receipt → mark paid; until nothing is due.
 * A crash anywhere is resumed from the table by the next caller. `until` (epoch milliseconds) bounds the waiting.
 */
export async function settle(services: Services, until: number): Promise<Settled> {
  const { chain, now, table } = services
  const operator = await chain.operator()
  const lease = await signer.acquire(table, operator, now())
  if (!lease) return 'busy'
  try {
    return await settleWith(services, lease, until)
  } catch (error) {
    if (error instanceof ConditionFailed) return 'busy' // the lease went to another settler
    throw error
  } finally {
    // Given back for good: a time of this clock could be far ahead of the next settler's.
    await signer.extend(table, lease, 0).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
}

async function settleWith(services: Services, lease: signer.Lease, until: number): Promise<Settled> {
  const { now, table } = services
  const putBack = new Set<string>()
  await confirm(services, lease)
  while (true) {
    await signer.extend(table, lease, now() + signer.leaseSeconds * 1000)
    const open = await signer.inFlight(table)
    if (open && !(await finish(services, lease, open, until))) return 'waiting'
    const due = await payouts.due(table, batchSize)
    if (due.length > 0 && now() >= until) return 'waiting'
    const untried = due.filter(({ submissionId }) => !putBack.has(submissionId))
    if (untried.length > 0) {
      const planned = await plan(services, lease, untried)
      for (const payout of planned.later) {
        putBack.add(payout.submissionId)
        await payouts.putBack(table, payout, new Date(now()).toISOString())
      }
      if (planned.pay.length > 0) await send(services, lease, planned)
      if (planned.pay.length > 0 || planned.later.length > 0) continue
    }
    // Rewards first; but those that have to wait don't hold up what funders get back.
    const refund = await refunds.sendNext(services, lease, until)
    if (refund === 'sent') continue
    return refund === 'waiting' || (await payouts.due(table, 1)).length > 0 ? 'waiting' : 'done'
  }
}

/** Measures what is still due (up to one batch), for the alarm on payouts that wait. */
export async function measureDue({ meter, now, table }: Services): Promise<void> {
  const due = await payouts.due(table, batchSize)
  const oldest = Math.min(now(), ...due.map(({ createdAt }) => Date.parse(createdAt)))
  const age = (now() - oldest) / 1000
  meter.due(due.length, Math.round(age))
}

/** Signs one transaction for what can be paid and records it. */
async function send(services: Services, lease: signer.Lease, { pay, gasLimit }: Plan): Promise<void> {
  const { chain, log, now, table } = services
  const nonce = await chain.nonce(lease.signer)
  const signed = await chain.sign(pay, nonce, gasLimit)
  await signer.recordInFlight(table, lease, {
    signer: lease.signer,
    nonce,
    signed: { ...signed, at: now() },
    earlier: [],
    submissionIds: pay.map(({ submissionId }) => submissionId),
  })
  log.info('payout signed', { hash: signed.hash, nonce, payouts: pay.length })
}
