import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { ConditionFailed } from '../table/table.ts'
import { confirm } from './confirm.ts'
import { finish } from './in-flight.ts'
import { type Plan, plan } from './plan.ts'
import { refundNext } from './refunds.ts'
import type { PayoutServices, Run } from './run.ts'

/** Payouts read at once: about as many as fit under the gas cap of one transaction. */
const batchSize = 1000

/**
 * Milliseconds that a run waits for a receipt when nothing else is due: enough for a fast chain. Otherwise the next run
 * finds the receipt, because waiting for a block in Lambda costs more than everything else that a payout needs.
 */
const receiptWait = 1000

/** Milliseconds that a run which the stream started waits for the lease; the schedule pays what such a run misses. */
const leaseWait = 3000

/** 'busy': another run holds the lease. 'waiting': a transaction is in flight, or something due cannot be paid now. */
export type Outcome = 'done' | 'busy' | 'waiting'

/**
 * The scheduled run: checks recent payments again, for at most half of its time, then pays what is due.
 * @param until epoch milliseconds after which it starts nothing new
 */
export const settle = (services: PayoutServices, until: number): Promise<Outcome> =>
  withLease(services, until, async (run) => {
    const now = run.now()
    await confirmRecent({ ...run, until: now + (until - now) / 2 })
    return pay(run)
  })

/**
 * The run that the table's stream starts: pays what is due. While another run holds the lease, it waits for its turn,
 * because that run may have read the queue before the newest payout was in it.
 * @param until epoch milliseconds after which it starts nothing new
 */
export async function settleDue(services: PayoutServices, until: number): Promise<Outcome> {
  const busyUntil = services.now() + leaseWait
  while (true) {
    const outcome = await withLease(services, until, pay)
    if (outcome !== 'busy' || services.now() >= busyUntil) return outcome
    await services.sleep(250 + Math.random() * 500)
  }
}

async function withLease(
  services: PayoutServices,
  until: number,
  work: (run: Run) => Promise<Outcome>,
): Promise<Outcome> {
  const { log, now, sender, table } = services
  const lease = await signer.acquire(table, await sender.address(), now())
  if (!lease) return 'busy'
  try {
    return await work({ ...services, lease, until })
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error
    log.warn('another settle run has taken the lease', { writes: error.failed })
    return 'busy'
  } finally {
    // Ends the lease at time 0: an end by this process's clock could be far ahead of the next run's clock.
    await signer.extend(table, lease, 0).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
}

/** Trouble with an earlier payment must not stop this run from paying; the next run checks again. */
async function confirmRecent(run: Run): Promise<void> {
  await confirm(run).catch((error: Error) => {
    if (error instanceof ConditionFailed) throw error
    run.log.warn('recent payments could not be checked', error)
  })
}

/**
 * Pays what is due, exactly once (design section 5). Finish the transaction in flight → read what is due → verify →
 * simulate → sign → write the signed bytes → broadcast → wait for the receipt → mark paid; until nothing is due.
 * After a crash the next run resumes from the table.
 */
async function pay(run: Run): Promise<Outcome> {
  const { lease, now, table, until } = run
  /** Ids of payouts, and of tasks with a refund, that this run has tried and that have to wait. */
  const tried = new Set<string>()
  while (true) {
    await signer.extend(table, lease, now() + signer.leaseSeconds * 1000)
    const open = await signer.inFlight(table)
    if (open && !(await finish({ ...run, until: await waitUntil(run, open) }, open))) return 'waiting'
    const due = await payouts.due(table, batchSize)
    if (due.length > 0 && now() >= until) return 'waiting'
    const untried = due.filter(({ submissionId }) => !tried.has(submissionId))
    if (untried.length > 0) {
      const planned = await plan(run, untried)
      for (const { submissionId } of planned.later) tried.add(submissionId)
      if (planned.pay.length > 0) await send(run, planned)
      if (planned.pay.length > 0 || planned.later.length > 0) continue
    }
    // Payouts go first; payouts that have to wait do not hold up refunds.
    const refund = await refundNext(run, tried)
    if (refund === 'sent') continue
    return refund === 'waiting' || (await payouts.due(table, 1)).length > 0 ? 'waiting' : 'done'
  }
}

/** When this run stops waiting for the transaction in flight (epoch milliseconds): later if other payouts are due. */
async function waitUntil({ now, table, until }: Run, { submissionIds }: signer.InFlight): Promise<number> {
  const due = await payouts.due(table, batchSize)
  const isBlocking = due.some(({ submissionId }) => !submissionIds.includes(submissionId))
  return isBlocking ? until : Math.min(until, now() + receiptWait)
}

/** Signs one transaction that makes these payouts, and records it; `finish` broadcasts it. */
async function send({ lease, log, now, sender, table }: Run, { gasLimit, pay }: Plan): Promise<void> {
  const nonce = await sender.nonce(lease.signer)
  const signed = await sender.sign(pay, nonce, gasLimit)
  const submissionIds = pay.map(({ submissionId }) => submissionId)
  await signer.recordInFlight(table, lease, {
    signer: lease.signer,
    nonce,
    signed: { ...signed, at: now() },
    earlier: [],
    submissionIds,
  })
  log.info('payout signed', { hash: signed.hash, nonce, payouts: pay.length })
}
