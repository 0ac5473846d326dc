import { parseEther } from 'ethers'
import type { Config } from '../../functions/runtime/config.ts'
import { keys } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import { type SimulatedChain, stateAt } from './chain.ts'
import { countBits, type Transaction } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Actor, Scheduler } from './scheduler.ts'

interface Options {
  table: SimulatedTable
  chain: SimulatedChain
  faults: Faults
  config: Config
  everRefused: Set<string>
  scheduler: Scheduler
}

/**
 * Checks every write and every broadcast when it is made:
 * - Lease: a process extends the lease only if it holds the newest fencing number.
 * - Transaction in flight: only the lease's holder writes or deletes it. A transaction is recorded before it is broadcast,
 *   with the same nonce, and never over one with another nonce.
 * - Payout: only the lease's holder marks a payout failed or makes a paid one due again. A payout fails only if the contract
 *   or the token refused its wallet. Payout and submission name the same transaction.
 * - Payment: with reliable nodes a payout is marked paid only by a mined transaction with enough confirmations, and before
 *   the transaction is deleted.
 * - Limits: no transaction may cost more than the fee cap. Only holds are signed when the gas budget of the day is used up.
 * - Refund: an escrow is closed only if all claimed slots were paid `FINALITY` blocks ago.
 * - Alarm: a process raises an alarm when no higher fee can help its transaction.
 * Some violations would not cause a double payment, because the contract's bitmap prevents it. They are reported all the same.
 */
export class Monitor {
  readonly violations: string[] = []
  /** The doer's wallet at the approval, by submission id. */
  readonly walletsAtApproval = new Map<string, string>()
  /** The fencing number that each process last wrote. */
  readonly #fences = new Map<Actor, number>()
  /** The nonce of each transaction that was written to the table, by hash. */
  readonly #recorded = new Map<string, number>()
  /** Processes whose transaction no higher fee can help, and which have raised no alarm yet. */
  readonly #stuck = new Set<Actor>()
  readonly #options: Options
  /** Whether nodes neither lag nor reorganise in this history, so that a receipt is always correct. */
  readonly #isChainReliable: boolean

  constructor(options: Options) {
    this.#options = options
    const { lagging, reorganisation } = options.faults.rates
    this.#isChainReliable = lagging === 0 && reorganisation === 0
    options.table.watchers.push((after, before, actor) => this.#onWrite(after, before, actor))
  }

  /** Called before each broadcast. */
  broadcast(actor: Actor, { fee, gasLimit, hash, nonce }: Transaction) {
    const recorded = this.#recorded.get(hash)
    if (recorded === undefined) this.#report(actor, 'broadcasts a transaction that is not in the table')
    else if (recorded !== nonce)
      this.#report(actor, `broadcasts nonce ${nonce}, but the table has nonce ${recorded}`)
    const { FEE_CAP } = this.#options.config
    if (FEE_CAP && fee * gasLimit > parseEther(FEE_CAP))
      this.#report(actor, 'broadcasts a transaction that may cost more than the fee cap')
    if (this.#stuck.delete(actor))
      this.#report(actor, 'raises no alarm for a transaction that no higher fee can help')
  }

  /** Called when a process learns that no higher fee can help its transaction. */
  stuck = (actor: Actor) => void this.#stuck.add(actor)
  alarmRaised = (actor: Actor) => void this.#stuck.delete(actor)

  #report(actor: Actor, violation: string) {
    if (this.violations.length < 5) this.violations.push(`${actor.name} ${violation}`)
  }

  #onWrite(after: Item | undefined, before: Item | undefined, actor: Actor) {
    const { sk } = (after ?? before) as Item
    if (sk === 'LEASE') this.#onLease(after as Item, before, actor)
    else if (sk === 'INFLIGHT') this.#onInFlight(after, before, actor)
    else if (sk === 'PAYOUT') this.#onPayout(after as Item, before, actor)
  }

  #onLease(after: Item, before: Item | undefined, actor: Actor) {
    const [fence, former] = [Number(after.fence), Number(before?.fence ?? 0)]
    if (after.expiresAt !== before?.expiresAt && fence === former && this.#fences.get(actor) !== fence)
      this.#report(actor, `extends the lease of another process, fencing number ${fence}`)
    if (fence !== former) this.#fences.set(actor, fence)
  }

  #requireLease(actor: Actor, action: string) {
    const fence = Number(this.#options.table.get(keys.lease)?.fence ?? 0)
    if (this.#fences.get(actor) !== fence)
      this.#report(actor, `${action} after another process has taken the lease`)
  }

  #onInFlight(after: Item | undefined, before: Item | undefined, actor: Actor) {
    this.#requireLease(actor, after ? 'records a transaction' : 'deletes the transaction in flight')
    if (after && before && after.nonce !== before.nonce)
      this.#report(actor, 'overwrites the transaction in flight with another one')
    if (after && !before) this.#onNewTransaction(after, actor)
    if (after) this.#recorded.set((after.signed as { hash: string }).hash, Number(after.nonce))
    else if (before && this.#isChainReliable) this.#onForget(before, actor)
  }

  #onNewTransaction({ refund, submissionIds }: Item, actor: Actor) {
    const { chain, config, scheduler, table } = this.#options
    const isHold = !refund && (submissionIds as string[]).length === 0
    // The process may have read the budget before midnight. If it has ended, this late write was allowed by an earlier budget.
    const spent = [0, 300_000].map((ago) => {
      const day = new Date(scheduler.now + actor.skew - ago).toISOString().slice(0, 10)
      return Number(table.get(keys.spent(day, 'GAS'))?.used ?? 0) / 1e9
    })
    if (config.GAS_BUDGET && !isHold && !actor.ended && Math.min(...spent) >= config.GAS_BUDGET)
      this.#report(actor, 'signs a transaction although the gas budget of the day is used up')
    const { taskId, isFirstPart } = (refund ?? {}) as { taskId?: string; isFirstPart?: boolean }
    // The first part of a refund leaves all claimed slots in the escrow.
    if (!taskId || isFirstPart) return
    const task = table.get(keys.task(taskId)) as Item
    const final = stateAt(chain.head(), config.FINALITY - 1).escrows.get(String(task.escrowId))
    if (countBits(final?.paid ?? 0) < Number(task.completions))
      this.#report(actor, 'closes an escrow before the payments of its rewards are final')
  }

  #onForget({ signed, earlier, holds, submissionIds }: Item, actor: Actor) {
    const { chain, table } = this.#options
    const hashes = [(signed as { hash: string }).hash, ...(earlier as string[])]
    // A hold that replaced a batch leaves its payouts due.
    const isPaid = hashes.some((hash) => !(holds as string[]).includes(hash) && chain.find(hash)?.ok)
    if (!isPaid) return
    for (const id of submissionIds as string[])
      if (table.get(keys.payout(id))?.status === 'due')
        this.#report(actor, 'deletes a mined transaction before its payouts are marked paid')
  }

  #onPayout(after: Item, before: Item | undefined, actor: Actor) {
    const { chain, config, table } = this.#options
    if (!before) {
      const doer = table.get(keys.user(String(after.userId)))
      this.walletsAtApproval.set(String(after.submissionId), String(doer?.walletAddress))
      return
    }
    const submission = table.get(keys.submission(String(after.taskId), String(after.userId)))
    if (submission?.transactionHash !== after.transactionHash)
      this.#report(actor, 'writes different transaction hashes to a payout and its submission')
    const ends = (item: Item) => Date.parse(String(item.gsi2sk).slice(0, 24)) / 1000
    const isHeld = ends(after) > Number(after.refundableAt) && !(ends(before) > Number(after.refundableAt))
    const final = stateAt(chain.head(), config.FINALITY - 1).escrows.get(String(after.escrowId))
    if (isHeld && !(((final?.owed ?? 0) | (final?.paid ?? 0)) & (1 << Number(after.slot))))
      this.#report(actor, 'treats a slot as owed before a reorganisation is impossible')
    if (after.status === before.status) return
    if (after.status === 'failed') {
      this.#requireLease(actor, 'marks a payout failed')
      const { reason, recipient } = after
      if (!this.#options.everRefused.has(String(recipient)))
        this.#report(actor, `marks a payout failed although its wallet was never refused: ${reason}`)
    }
    if (before.status === 'paid') this.#requireLease(actor, 'makes a paid payout due again')
    if (after.status !== 'paid' || !this.#isChainReliable) return
    const found = chain.find(String(after.transactionHash))
    if (!found?.ok) this.#report(actor, 'marks a payout paid although its transaction is not mined')
    else if (chain.height - found.number + 1 < config.CONFIRMATIONS)
      this.#report(actor, 'marks a payout paid although its transaction has too few confirmations')
  }
}
