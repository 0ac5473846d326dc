import { toCents } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import type { Services } from '../context.ts'
import * as refunds from '../table/refunds.ts'
import * as signer from '../table/signer.ts'
import type { StoredTask } from '../table/tasks.ts'
import { alarm } from './waiting.ts'

/** Refunds looked at in one round. */
const batchSize = 100

/** What the chain refuses to every refund alike. */
const notNow = new Set(['EscrowPaused', 'NotOperator', 'NoRevertData'])

/**
 * Signs and records the transaction that closes the escrow whose refund is due longest, and notes those that the chain
 * has closed. An escrow is closed only when the chain has paid all that was approved on its task, so deep that no
 * reorganisation takes it back, and with nothing else in flight: so a refund never overtakes a reward. After `until`
 * (epoch milliseconds) nothing more is signed.
 * @returns 'sent' when a transaction is in flight now, 'waiting' when none of what is due can go
 */
export async function sendNext(
  services: Services,
  lease: signer.Lease,
  until: number,
): Promise<'sent' | 'waiting' | 'none'> {
  const { chain, log, now, table } = services
  let outcome: 'waiting' | 'none' = 'none'
  for (const task of await refunds.due(table, batchSize)) {
    const state = await chain.escrow(task.escrowId)
    if (state?.closed) {
      const closed = await chain.closedBy(task.escrowId).catch(() => null) // nodes limit such a search
      if (closed) {
        const refunded = { cents: toCents(closed.remainder), hash: closed.hash }
        await refunds.markPaid(table, task.id, refunded, new Date(now()).toISOString())
        log.info('refund paid', { taskId: task.id, hash: closed.hash })
        continue
      }
    }
    outcome = 'waiting'
    if (state?.closed || !(await isPaidForGood(services, task))) {
      log.warn('refund left for later', { taskId: task.id })
      continue
    }
    const terms = termsOf(task, task)
    const simulated = await chain.simulateClose(terms)
    if ('error' in simulated) {
      log.warn('refund refused for now', { taskId: task.id, error: simulated.error })
      if (!notNow.has(simulated.error)) continue
      alarm(services, simulated.error)
      return outcome
    }
    if (now() >= until) return outcome
    const nonce = await chain.nonce(lease.signer)
    const signed = await chain.signClose(terms, nonce, (simulated.gas * 12n) / 10n)
    // No payouts are in this transaction; that it closed the escrow is read from the chain.
    await signer.recordInFlight(table, lease, {
      signer: lease.signer,
      nonce,
      signed: { ...signed, at: now() },
      earlier: [],
      submissionIds: [],
    })
    log.info('refund signed', { taskId: task.id, hash: signed.hash, nonce })
    return 'sent'
  }
  return outcome
}

async function isPaidForGood({ chain, config }: Services, { escrowId, completions }: StoredTask) {
  if (completions === 0) return true
  const then = await chain.escrow(escrowId, config.FINALITY - 1)
  return then?.paidCount === completions
}

/** Looks again at refunds until they are `FINALITY` blocks deep; one that a reorganisation took back is due again. */
export async function confirm({ chain, config, log, table }: Services, lease: signer.Lease, before: string) {
  for (const task of await refunds.confirming(table, before, batchSize)) {
    const receipt = await chain.receipt(task.refunded?.hash ?? '')
    if (!receipt?.ok) {
      if (await refunds.reopen(table, task, signer.stillHeld(lease)))
        log.error('refund taken back by the chain', { taskId: task.id, hash: task.refunded?.hash })
    } else if (receipt.confirmations >= config.FINALITY) await refunds.finalise(table, task.id)
  }
}
