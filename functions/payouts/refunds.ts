import { areClaimsPaid, type EscrowState, remainderOf } from '../../domain/escrow.ts'
import { isFirstPartDue, termsOf, unclaimable } from '../../domain/refund.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import * as refundable from '../table/refundable.ts'
import * as refunds from '../table/refunds.ts'
import * as signer from '../table/signer.ts'
import type { StoredTask } from '../table/tasks.ts'
import { startTransaction } from './in-flight.ts'
import { hasBudget, hasTime, type Run, raiseAlarm } from './run.ts'

/** Refunds read in one query. */
const batchSize = 100

/** Milliseconds for which a refund waits for a lost funding: its transaction can be mined again. */
const fundingWait = 3_600_000

/** Errors with which the contract refuses every refund. */
const sharedErrors = new Set(['EscrowPaused', 'GasBudget', 'NotOperator', 'NoRevertData'])

/**
 * Takes the due refunds in the order of the queue until one can be sent. Sending a refund means: sign the transaction that
 * closes the task's escrow, and write it to the table. If the escrow is already closed, the refund is marked paid instead.
 * An escrow is closed only if no transaction is in flight and every slot that an approval claimed was paid `FINALITY` blocks
 * ago. So a refund never takes the money of a reward. A refund that has to wait moves to the end of the queue.
 * The transaction for the first part of a refund only shrinks the escrow, to the slots that approved and undecided submissions can
 * claim. It waits for no payout.
 * @param tried ids of the tasks whose refund has to wait in this run
 * @returns 'sent' if a transaction is in flight now, 'waiting' if refunds are due but none can be sent, 'none' if none is due
 */
export async function refundNext(run: Run, tried: Set<string>): Promise<'sent' | 'waiting' | 'none'> {
  const { log, now, table } = run
  let outcome: 'waiting' | 'none' = 'none'
  for (const task of await refunds.due(table, batchSize)) {
    if (!tried.has(task.id)) {
      if (!(await hasTime(run))) return 'waiting'
      const result = await refundOne(run, task).catch((error: Error) => {
        log.warn('refund could not be checked', { taskId: task.id, error: error.name })
        return { error: error.name }
      })
      if (result === 'sent') return 'sent'
      if (result === 'paid') continue
      tried.add(task.id)
      await refunds.moveToEnd(table, task.id, new Date(now()).toISOString())
      if (sharedErrors.has(result.error)) {
        raiseAlarm(run, result.error)
        return 'waiting'
      }
    }
    outcome = 'waiting'
  }
  return outcome
}

/** Sends this refund or its first part, or marks it paid if the escrow has returned it. Returns an error name if it has to wait. */
async function refundOne(run: Run, task: StoredTask): Promise<'sent' | 'paid' | { error: string }> {
  const { chain, config, log, now, sender, table } = run
  const owners = await refundable.ownersOf(table, [task.escrowId])
  const isFirstPart = isFirstPartDue(task)
  // While a task takes submissions, they can claim every slot.
  if (owners.get(task.escrowId) !== task.id || (isFirstPart && task.isActive)) {
    log.error('refund that does not agree with its task or escrow', { taskId: task.id })
    raiseAlarm(run, 'MismatchedPayout')
    return { error: 'MismatchedRefund' }
  }
  const state = await chain.escrow(task.escrowId)
  const final = await chain.escrow(task.escrowId, config.FINALITY - 1)
  const isReturned = (one: EscrowState | null) =>
    one && (isFirstPart ? one.slots < task.maxCompletions : one.closed)
  if (isReturned(state) && isReturned(final)) {
    await refunds.markFinal(table, await withPaidFirstPart(run, task), final)
    log.info('refund paid', { taskId: task.id, hash: null })
    return 'paid'
  }
  // The funding that a reorganisation took back has returned to the funder already.
  if (!state && !final && task.fundingLost && now() - Date.parse(task.fundingLost) > fundingWait) {
    await (isFirstPart ? refunds.joinFirstPart(table, task.id) : refunds.markFinal(table, task, null))
    return 'paid'
  }
  const arePaid = task.completions === 0 || (final !== null && areClaimsPaid(final, task.completions))
  if (!state || state.closed || isReturned(state) || !(isFirstPart || arePaid)) return { error: 'NotYet' }
  if (!(await hasBudget(run))) return { error: 'GasBudget' }
  const closes = termsOf(task, task)
  const call = isFirstPart ? { shrinks: closes, slots: task.completions + task.undecided } : { closes }
  const simulated = await sender.simulate(call)
  if ('error' in simulated) {
    log.warn('refund refused', { taskId: task.id, error: simulated.error })
    // Contracts of version 0.1.0 cannot shrink an escrow.
    const cannotShrink = isFirstPart && simulated.error === 'NoRevertData'
    if (!cannotShrink || 'error' in (await sender.simulate({ closes }))) return simulated
    await refunds.joinFirstPart(table, task.id)
    return 'paid'
  }
  const cents = isFirstPart ? unclaimable(task) : remainderOf(state)
  const refund = { taskId: task.id, cents, ...(isFirstPart && { isFirstPart }) }
  await startTransaction(run, call, (simulated.gas * 12n) / 10n, { refund })
  return 'sent'
}

/**
 * A task whose escrow is closed for good, without the hash of its first part if the node does not know that transaction: a
 * reorganisation replaced it by an earlier version.
 */
async function withPaidFirstPart({ chain }: Run, task: StoredTask): Promise<StoredTask> {
  const { firstPart, refunded } = task
  if (refunded === undefined || !firstPart?.hash || (await chain.receipt(firstPart.hash))?.ok) return task
  return { ...task, firstPart: { ...firstPart, hash: null } }
}

/** Checks recent refunds until they have `FINALITY` confirmations. If a reorganisation removed one, it becomes due again. */
export async function confirmRefunds(run: Run, before: string): Promise<void> {
  const { chain, config, lease, log, now, table } = run
  const check = async (task: StoredTask) => {
    const { hash } = task.refunded ?? task.firstPart ?? {}
    const receipt = await chain.receipt(hash ?? '')
    if (!receipt?.ok) {
      if (await refunds.reopen(table, task, new Date(now()).toISOString(), signer.stillHeld(lease)))
        log.error('refund taken back by the chain', { taskId: task.id, hash })
    } else if (receipt.confirmations >= config.FINALITY) {
      const final = await chain.escrow(task.escrowId, config.FINALITY - 1)
      if (final) await refunds.finalise(table, await withPaidFirstPart(run, task), final)
    }
  }
  await mapWithConcurrency(await refunds.confirming(table, before, batchSize), check, () => hasTime(run))
}
