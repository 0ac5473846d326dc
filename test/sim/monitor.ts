import { keys } from '../../functions/table/keys.ts'
import type { Item } from '../../functions/table/table.ts'
import type { SimulatedChain } from './chain.ts'
import type { Transaction } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Actor } from './scheduler.ts'

interface Options {
  table: SimulatedTable
  chain: SimulatedChain
  faults: Faults
  confirmations: number
  everRefused: Set<string>
}

/**
 * Sees every write and every broadcast, and says at once what must never be, even where the chain's bitmap would heal it
 * later: defence in depth is only as deep as each line is held.
 */
export class Monitor {
  readonly violations: string[] = []
  /** The doer's wallet when each payout was written: what the approval promised. */
  readonly promised = new Map<string, string>()
  readonly #fences = new Map<Actor, number>()
  readonly #recorded = new Map<string, number>()
  /** Processes that have heard that no higher fee helps, and told nobody yet. */
  readonly #stuck = new Set<Actor>()
  readonly #options: Options
  /** Nodes that neither lag nor change their minds leave no excuse. */
  readonly #isClear: boolean

  constructor(options: Options) {
    this.#options = options
    const { lagging, reorganisation } = options.faults.rates
    this.#isClear = lagging === 0 && reorganisation === 0
    options.table.watchers.push((after, before, actor) => this.#written(after, before, actor))
  }

  broadcast(actor: Actor, { hash, nonce }: Transaction) {
    const recorded = this.#recorded.get(hash)
    if (recorded === undefined) this.#wrong(actor, 'hands in a transaction that it has not written down')
    else if (recorded !== nonce) this.#wrong(actor, `hands in nonce ${nonce} for nonce ${recorded}`)
    if (this.#stuck.delete(actor))
      this.#wrong(actor, 'tells nobody of a transaction that no higher fee helps')
  }

  stuck = (actor: Actor) => void this.#stuck.add(actor)
  told = (actor: Actor) => void this.#stuck.delete(actor)

  #wrong(actor: Actor, what: string) {
    if (this.violations.length < 5) this.violations.push(`${actor.name} ${what}`)
  }

  #written(after: Item | undefined, before: Item | undefined, actor: Actor) {
    const { sk } = (after ?? before) as Item
    if (sk === 'LEASE') this.#leased(after as Item, before, actor)
    else if (sk === 'INFLIGHT') this.#inFlight(after, before, actor)
    else if (sk === 'PAYOUT') this.#payout(after as Item, before, actor)
  }

  #leased(after: Item, before: Item | undefined, actor: Actor) {
    const [fence, former] = [Number(after.fence), Number(before?.fence ?? 0)]
    if (after.expiresAt !== before?.expiresAt && fence === former && this.#fences.get(actor) !== fence)
      this.#wrong(actor, `holds the lease that another holds, fence ${fence}`)
    if (fence !== former) this.#fences.set(actor, fence)
  }

  #mustHold(actor: Actor, what: string) {
    const fence = Number(this.#options.table.get(keys.lease)?.fence ?? 0)
    if (this.#fences.get(actor) !== fence) this.#wrong(actor, `${what} after another has taken over`)
  }

  #inFlight(after: Item | undefined, before: Item | undefined, actor: Actor) {
    this.#mustHold(actor, after ? 'records a transaction' : 'forgets a transaction')
    if (after && before && after.nonce !== before.nonce)
      this.#wrong(actor, 'records a transaction over another one')
    if (after) this.#recorded.set((after.signed as { hash: string }).hash, Number(after.nonce))
    else if (before && this.#isClear) this.#forgotten(before, actor)
  }

  #forgotten({ signed, earlier, submissionIds }: Item, actor: Actor) {
    const { chain, table } = this.#options
    const hashes = [(signed as { hash: string }).hash, ...(earlier as string[])]
    if (!hashes.some((hash) => chain.find(hash)?.ok)) return
    for (const id of submissionIds as string[])
      if (table.get(keys.payout(id))?.status === 'due')
        this.#wrong(actor, 'forgets a transaction that was mined before its payouts are marked')
  }

  #payout(after: Item, before: Item | undefined, actor: Actor) {
    const { chain, confirmations, table } = this.#options
    if (!before) {
      const doer = table.get(keys.user(String(after.userId)))
      this.promised.set(String(after.submissionId), String(doer?.walletAddress))
      return
    }
    const submission = table.get(keys.submission(String(after.taskId), String(after.userId)))
    if (submission?.transactionHash !== after.transactionHash)
      this.#wrong(actor, 'lets a payout and its submission name different transactions')
    if (after.status === before.status) return
    if (after.status === 'failed') {
      this.#mustHold(actor, 'gives up a payout')
      const { reason, recipient } = after
      if (!this.#options.everRefused.has(String(recipient)))
        this.#wrong(actor, `gives up a payout without cause: ${reason}`)
    }
    if (before.status === 'paid') this.#mustHold(actor, 'drives a payout again')
    if (after.status !== 'paid' || !this.#isClear) return
    const found = chain.find(String(after.transactionHash))
    if (!found?.ok) this.#wrong(actor, 'marks paid what was not mined')
    else if (chain.height - found.number + 1 < confirmations)
      this.#wrong(actor, 'marks paid what has too few confirmations')
  }
}
