import * as payouts from '../table/payouts.ts'
import * as signer from '../table/signer.ts'
import { ConditionFailed } from '../table/table.ts'
import { confirm } from './confirm.ts'
import { findHold } from './hold.ts'
import { finish, startTransaction } from './in-flight.ts'
import { plan } from './plan.ts'
import { refundNext } from './refunds.ts'
import { type PayoutServices, type Run, raiseAlarm } from './run.ts'

/**
 * Milliseconds that a run waits for a receipt when nothing else is due: enough for a fast chain. Otherwise the next run
 * finds the receipt, because waiting for a block in Lambda costs more than everything else that a payout needs.
 */
const receiptWait = 250

/**
 * Milliseconds for which a run that the stream started waits for the lease. If the lease is not free by then, the scheduled
 * run makes the payout.
 */
const leaseWait = 3000

/**
 * How a settle run ended. 'done': nothing is due. 'busy': another run holds the lease. 'waiting': a transaction is in flight,
 * or a payout or refund is due that cannot be paid now.
 */
export type Outcome = 'done' | 'busy' | 'waiting'

/**
 * The scheduled run. It checks recent payments for at most half of its time, then makes the due payouts and refunds.
 * @param until epoch milliseconds after which it starts nothing new
 */
export const settle = (services: PayoutServices, until: number): Promise<Outcome> =>
  withLease(services, until, async (run) => {
    const now = run.now()
    await confirmRecent({ ...run, until: now + (until - now) / 2 })
    return pay(run)
  })

/**
 * The run that the table's stream starts. It makes the due payouts and refunds. While another run holds the lease, it tries
 * again, because the other run may have read the queue before the newest payout was in it.
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

/** Takes the lease, does the work and ends the lease. Returns 'busy' if another run holds the lease or takes it. */
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
    // Time 0, not the current time: this process's clock may be far ahead of the clock of the next run.
    await signer.extend(table, lease, 0).catch((error: unknown) => {
      if (!(error instanceof ConditionFailed)) throw error
    })
  }
}

/** Checks recent payments. An error must not stop new payouts, so it is logged only; the next run checks again. */
async function confirmRecent(run: Run): Promise<void> {
  await confirm(run).catch((error: Error) => {
    if (error instanceof ConditionFailed) throw error
    run.log.warn('recent payments could not be checked', error)
  })
}

/**
 * Makes the due payouts and refunds, each exactly once (docs/payouts.md). The steps are: finish the transaction in flight,
 * read the due payouts in fair order, verify, simulate, sign, write the signed bytes, broadcast, wait for the receipt, mark
 * paid. They are repeated until nothing is due. Urgent payouts that cannot be made are held. After a crash the next run
 * resumes from the table.
 */
async function pay(run: Run): Promise<Outcome> {
  const { lease, now, table, until } = run
  /** Ids of payouts, and of tasks with a refund, that this run cannot pay. They have to wait. */
  const tried = new Set<string>()
  /** Ids of the payouts that were left out because of a defect of their own. Nothing is held for them. */
  const defective = new Set<string>()
  let isWaiting = false
  /** Whether all creators' payouts since the first creator have been tried. */
  let areAllTried = false
  while (true) {
    await signer.keep(table, lease, now())
    const open = await signer.inFlight(table)
    const urgentHold = async () => findHold(run, (await payouts.due(table, now(), '')).unprotected)
    if (open && !(await finish({ ...run, until: await waitUntil(run, open) }, open, urgentHold)))
      return 'waiting'
    if (lease.turn === '') areAllTried = true
    const due = await payouts.due(table, now(), lease.turn)
    lease.turn = due.next
    const all = [...due.urgent, ...due.inTurns]
    if (all.length > 0 && now() >= until) return 'waiting'
    if (due.unreadable.some(({ pk }) => !tried.has(String(pk)))) raiseAlarm(run, 'UnreadablePayout')
    for (const item of due.unreadable) {
      tried.add(String(item.pk))
      await payouts.moveUnreadable(table, item, now())
    }
    isWaiting ||= due.unreadable.length > 0
    const untried = all.filter(({ submissionId }) => !tried.has(submissionId))
    if (untried.length > 0) {
      areAllTried = false
      const { gasLimit, later, moved, pay: chosen } = await plan(run, untried)
      for (const { submissionId } of moved) defective.add(submissionId)
      // Without a transaction, each is paid, failed or has to wait.
      for (const { submissionId } of chosen.length > 0 ? [...later, ...moved] : untried)
        tried.add(submissionId)
      const submissionIds = chosen.map(({ submissionId }) => submissionId)
      if (chosen.length > 0) await startTransaction(run, chosen, gasLimit, { submissionIds })
      continue
    }
    isWaiting ||= all.length > 0
    if (due.next !== '' || !areAllTried) continue
    // Payouts are made before holds and refunds. Payouts that have to wait do not delay refunds.
    const mayBeHeld = due.unprotected.filter(({ submissionId }) => !defective.has(submissionId))
    const hold = await findHold(run, mayBeHeld)
    if (hold) await startTransaction(run, hold.call, hold.gasLimit, {})
    if (hold) continue
    const refund = await refundNext(run, tried)
    if (refund === 'sent') continue
    return refund === 'waiting' || isWaiting ? 'waiting' : 'done'
  }
}

/** When this run stops waiting for the transaction in flight (epoch milliseconds): later if other payouts are due. */
async function waitUntil({ now, table, until }: Run, { submissionIds }: signer.InFlight): Promise<number> {
  const due = await payouts.queued(table, submissionIds.length + 1)
  const isBlocking = due.some(({ submissionId }) => !submissionIds.includes(submissionId))
  return isBlocking ? until : Math.min(until, now() + receiptWait)
}
