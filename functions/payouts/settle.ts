import type { Services } from '../context.ts'
import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { ConditionFailed } from '../table/table.ts'
import { confirm } from './confirm.ts'
import { finish } from './in-flight.ts'
import { type Plan, plan } from './plan.ts'
import * as refunds from './refund-plan.ts'

/** Payouts taken up at once: about what fits under the gas cap of one transaction. */
const batchSize = 1000

/** 'busy': another settler is at work. 'waiting': a transaction is in flight, or the chain refuses for now. */
export type Settled = 'done' | 'busy' | 'waiting'

/**
 * The schedule's run: looks again at what was paid, for at most half of its time, then pays what is due.
 * `until` (epoch milliseconds) bounds the waiting.
 */
export const settle = (services: Services, until: number): Promise<Settled> =>
  withLease(services, async (lease) => {
    await lookAgain(services, lease, services.now() + (until - services.now()) / 2)
    return pay(services, lease, until)
  })

/**
 * Pays what is due, exactly once (design section 5). Take the lease → finish the transaction in flight → read what is
 * due → simulate → sign → write the signed bytes → broadcast → wait for the receipt → mark paid; until nothing is due.
 * A crash anywhere is resumed from the table by the next caller. `until` (epoch milliseconds) bounds the waiting.
 */
export const settleDue = (services: Services, until: number): Promise<Settled> =>
  withLease(services, (lease) => pay(services, lease, until))

async function withLease(
  services: Services,
  work: (lease: signer.Lease) => Promise<Settled>,
): Promise<Settled> {
  const { chain, now, table } = services
  const operator = await chain.operator()
  const lease = await signer.acquire(table, operator, now())
  if (!lease) return 'busy'
  try {
    return await work(lease)
  } catch (error) {
    if (error instanceof ConditionFailed) {
      services.log.warn('gave way to another settler', { writes: error.failed })
      return 'busy'
    }
    throw error
  } finally {
    // Given back for good: a time of this clock could be far ahead of the next settler's.
    await signer.extend(table, lease, 0).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
}

/** What was paid is looked at again in the next run too: its trouble keeps nobody from being paid in this one. */
async function lookAgain(services: Services, lease: signer.Lease, until: number): Promise<void> {
  await confirm(services, lease, until).catch((error: Error) => {
    if (error instanceof ConditionFailed) throw error
    services.log.warn('what was paid is not looked at again', error)
  })
}

async function pay(services: Services, lease: signer.Lease, until: number): Promise<Settled> {
  const { now, table } = services
  /** Ids of payouts, and of tasks with a refund, that had their turn and have to wait. */
  const putBack = new Set<string>()
  while (true) {
    await signer.extend(table, lease, now() + signer.leaseSeconds * 1000)
    const open = await signer.inFlight(table)
    if (open && !(await finish(services, lease, open, until))) return 'waiting'
    const due = await payouts.due(table, batchSize)
    if (due.length > 0 && now() >= until) return 'waiting'
    const untried = due.filter(({ submissionId }) => !putBack.has(submissionId))
    if (untried.length > 0) {
      const planned = await plan(services, lease, untried, until)
      for (const { submissionId } of planned.later) putBack.add(submissionId)
      if (planned.pay.length > 0) await send(services, lease, planned)
      if (planned.pay.length > 0 || planned.later.length > 0) continue
    }
    // Rewards first; but those that have to wait don't hold up what funders get back.
    const refund = await refunds.sendNext(services, lease, until, putBack)
    if (refund === 'sent') continue
    return refund === 'waiting' || (await payouts.due(table, 1)).length > 0 ? 'waiting' : 'done'
  }
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
