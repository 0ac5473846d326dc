import { areClaimsPaid, type EscrowState, toCents } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { mapWithConcurrency } from '../concurrency.ts'
import type { Services } from '../context.ts'
import * as refunds from '../table/refunds.ts'
import * as signer from '../table/signer.ts'
import type { StoredTask } from '../table/tasks.ts'
import { alarm } from './alarm.ts'
import { type InTime, inTime } from './time-limit.ts'

/** Refunds looked at in one round. */
const batchSize = 100

/** What the chain refuses to every refund alike. */
const notNow = new Set(['EscrowPaused', 'NotOperator', 'NoRevertData'])

/**
 * Signs and records the transaction that closes the escrow whose refund is due longest, and notes those that the chain
 * has closed. An escrow is closed only when the chain has paid all that was approved on its task, so deep that no
 * reorganisation takes it back, and with nothing else in flight: so a refund never overtakes a reward. One that has to
 * wait, or that cannot be looked at, goes to the end of the queue and is not looked at again in this run. After `until`
 * (epoch milliseconds) nothing more is signed.
 * @param putBack ids of the tasks whose refund has to wait
 * @returns 'sent' when a transaction is in flight now, 'waiting' when none of what is due can go
 */
export async function sendNext(
  services: Services,
  lease: signer.Lease,
  until: number,
  putBack: Set<string>,
): Promise<'sent' | 'waiting' | 'none'> {
  const { log, now, table } = services
  const goesOn = inTime(services, lease, until)
  let outcome: 'waiting' | 'none' = 'none'
  for (const task of await refunds.due(table, batchSize)) {
    if (!putBack.has(task.id)) {
      if (!(await goesOn())) return 'waiting'
      const found = await lookAt(services, task).catch((error: Error) => {
        log.warn('refund cannot be looked at', { taskId: task.id, error: error.name })
        return null
      })
      if (found === 'paid') continue
      if (found && 'gas' in found) {
        await send(services, lease, task, found.gas)
        return 'sent'
      }
      putBack.add(task.id)
      await refunds.putBack(table, task.id, new Date(now()).toISOString())
      if (found && notNow.has(found.error)) {
        alarm(services, found.error)
        return 'waiting'
      }
    }
    outcome = 'waiting'
  }
  return outcome
}

/** Whether this refund can be sent, and with what gas; or why it has to wait. Notes it when the chain has made it. */
async function lookAt(
  services: Services,
  task: StoredTask,
): Promise<'paid' | { gas: bigint } | { error: string }> {
  const { chain, log } = services
  const state = await chain.escrow(task.escrowId)
  if (state?.closed && (await notePaid(services, task))) return 'paid'
  if (state?.closed || !(await isPaidForGood(services, task))) {
    log.warn('refund left for later', { taskId: task.id })
    return { error: 'NotYet' }
  }
  const simulated = await chain.simulateClose(termsOf(task, task))
  if ('error' in simulated) log.warn('refund refused for now', { taskId: task.id, error: simulated.error })
  return simulated
}

/**
 * Notes what the closing transaction returned. Where no node says which it was, as some limit such a search, what the
 * escrow had left is noted without it, once no reorganisation takes that back.
 */
async function notePaid({ chain, config, log, now, table }: Services, task: StoredTask): Promise<boolean> {
  const closed = await chain.closedBy(task.escrowId).catch(() => null)
  if (closed) {
    const refunded = { cents: toCents(closed.remainder), hash: closed.hash }
    await refunds.markPaid(table, task.id, refunded, new Date(now()).toISOString())
  } else {
    const then = await chain.escrow(task.escrowId, config.FINALITY - 1)
    if (!then?.closed) return false
    await refunds.markFinal(table, task.id, remainderOf(then))
  }
  log.info('refund paid', { taskId: task.id, hash: closed?.hash ?? null })
  return true
}

/** CENTS that a closed escrow returned. */
const remainderOf = ({ reward, slots, paidCount }: EscrowState) => toCents(reward) * (slots - paidCount)

/** Signs the transaction that closes this task's escrow and records it. */
async function send(services: Services, lease: signer.Lease, task: StoredTask, gas: bigint) {
  const { chain, log, now, table } = services
  const nonce = await chain.nonce(lease.signer)
  const signed = await chain.signClose(termsOf(task, task), nonce, (gas * 12n) / 10n)
  // No payouts are in this transaction; that it closed the escrow is read from the chain.
  await signer.recordInFlight(table, lease, {
    signer: lease.signer,
    nonce,
    signed: { ...signed, at: now() },
    earlier: [],
    submissionIds: [],
  })
  log.info('refund signed', { taskId: task.id, hash: signed.hash, nonce })
}

async function isPaidForGood({ chain, config }: Services, { escrowId, completions }: StoredTask) {
  if (completions === 0) return true
  const then = await chain.escrow(escrowId, config.FINALITY - 1)
  return then !== null && areClaimsPaid(then, completions)
}

/** Looks again at refunds until they are `FINALITY` blocks deep; one that a reorganisation took back is due again. */
export async function confirm(services: Services, lease: signer.Lease, before: string, goesOn: InTime) {
  const { chain, config, log, table } = services
  const look = async (task: StoredTask) => {
    const receipt = await chain.receipt(task.refunded?.hash ?? '')
    if (!receipt?.ok) {
      if (await refunds.reopen(table, task, signer.stillHeld(lease)))
        log.error('refund taken back by the chain', { taskId: task.id, hash: task.refunded?.hash })
    } else if (receipt.confirmations >= config.FINALITY) await refunds.finalise(table, task.id)
  }
  await mapWithConcurrency(await refunds.confirming(table, before, batchSize), look, goesOn)
}
