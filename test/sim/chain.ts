import {
  blockGas,
  type Escrow,
  execute,
  gasOf,
  type Refused,
  type Rules,
  refundByOthers,
  type State,
  type Transaction,
} from './contract-model.ts'
import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

interface Block {
  number: number
  state: State
  mined: { transaction: Transaction; ok: boolean }[]
}

/** The chain as one node knows it, up to a height. `blocks` has only the blocks with transactions. */
export interface View {
  blocks: readonly Block[]
  height: number
  state: State
}

/** A node's answer to a broadcast. */
export type BroadcastResult =
  | 'taken'
  | 'underpriced'
  | 'unfunded'
  | 'known'
  | 'old'
  | 'refused'
  | 'replacement underpriced'

/** The base fee without spikes. */
const normalFee = 100
/** The most blocks that a reorganisation replaces. */
export const maxReorganisationDepth = 64

/** A model of the chain and its pool of pending transactions. Virtual time mines blocks; a reorganisation may remove them. */
export class SimulatedChain {
  readonly rules: Rules
  /** How many transactions each signer can still pay for. */
  readonly gas: Record<string, number> = {}
  baseFee = normalFee
  height = 100
  /** Pending transactions by signer and nonce. */
  readonly pool = new Map<string, Transaction>()
  #blocks: Block[]
  /** All versions that were broadcast, by signer and nonce. */
  readonly #versions = new Map<string, Transaction[]>()
  /** The branch that the last reorganisation replaced, and until when some nodes still show it. */
  #abandoned: { view: View; until: number } | null = null
  #nextBlock: number
  #haltedUntil = 0
  /** An escrow whose funding a reorganisation can remove. */
  #recent: [id: string, Escrow] | null = null
  #minFee = normalFee
  readonly #interval: number
  /** Whether the node refuses a transaction whose nonce is not the next one. */
  readonly #refusesGaps: boolean
  /** Transactions that were mined with too little gas although a block had room for more. */
  readonly outOfGas: Transaction[] = []
  readonly #scheduler: Scheduler
  readonly #faults: Faults

  constructor(state: State, rules: Rules, interval: number, scheduler: Scheduler, faults: Faults) {
    this.rules = rules
    this.#interval = interval
    this.#scheduler = scheduler
    this.#faults = faults
    this.#nextBlock = scheduler.now + interval
    this.#refusesGaps = scheduler.random.chance(0.5)
    this.#blocks = [{ number: this.height, state, mined: [] }]
  }

  /** The state after the newest block. */
  get state(): State {
    return (this.#blocks.at(-1) as Block).state
  }

  /** The chain as a node without lag knows it. */
  head = (): View => ({ blocks: this.#blocks, height: this.height, state: this.state })

  /** The chain as the node that answers next knows it. It may be some blocks behind, or on an abandoned branch. */
  view(): View {
    const { now, random } = this.#scheduler
    if (!this.#faults.occurs('lagging')) return this.head()
    if (this.#abandoned && now < this.#abandoned.until && random.chance(0.5)) return this.#abandoned.view
    const height = this.height - random.between(0, 3)
    let last = this.#blocks.length - 1
    while (last > 0 && (this.#blocks[last] as Block).number > height) last--
    return { blocks: this.#blocks.slice(0, last + 1), height, state: (this.#blocks[last] as Block).state }
  }

  /** Mines the blocks up to this time (epoch milliseconds). */
  mineUntil(to: number) {
    while (this.#nextBlock <= to) {
      // Without pending transactions, reorganisations and fee changes, the blocks up to `to` are empty: only the height grows.
      const isIdle = this.pool.size === 0 && this.#faults.rates.reorganisation === 0
      if (isIdle && this.baseFee === this.#minFee) {
        const blocks = Math.floor((to - this.#nextBlock) / this.#interval) + 1
        this.height += blocks
        this.#nextBlock += blocks * this.#interval
        return
      }
      this.#tick(this.#nextBlock)
      this.#nextBlock += this.#interval
    }
  }

  /** At the time of a block: may halt the chain, change the base fee or reorganise; then mines the block. */
  #tick(at: number) {
    const { random } = this.#scheduler
    if (at < this.#haltedUntil) return
    if (this.#faults.occurs('halt')) {
      this.#haltedUntil = at + this.#interval * random.between(4, 64)
      this.#scheduler.trace('chain', 'halts', `for ${this.#haltedUntil - at} ms`)
      return
    }
    if (this.#faults.occurs('spike')) this.baseFee = normalFee * random.between(2, 30)
    else this.baseFee = Math.max(this.#minFee, Math.floor(this.baseFee * 0.8))
    if (this.#faults.occurs('reorganisation'))
      this.reorganise(random.pick([1, 2, 3, 6, 12, maxReorganisationDepth]))
    this.#mine(at)
  }

  #mine(at: number) {
    this.height++
    if (this.pool.size === 0) return
    const { random } = this.#scheduler
    let { state } = this
    const mined: Block['mined'] = []
    for (let found = true; found; ) {
      found = false
      for (const [key, pooled] of this.pool) {
        const transaction = this.#version(key, pooled)
        const { signer, nonce, fee, hash, call } = transaction
        const next = state.nonces[signer] ?? 0
        if (nonce < next) this.pool.delete(key)
        if (nonce !== next) continue
        if (fee < this.baseFee || (this.gas[signer] ?? 0) < 1 || random.chance(0.1)) continue
        if (this.#faults.occurs('dropped')) {
          this.pool.delete(key)
          this.#scheduler.trace('chain', `drops ${shortHash(hash)}`, '')
          continue
        }
        this.pool.delete(key)
        this.gas[signer] = (this.gas[signer] ?? 0) - 1
        for (const { recipient } of call.releases) if (this.#faults.occurs('balance')) this.#toggle(recipient)
        const isOutOfGas = transaction.gasLimit < gasOf(call, this.rules)
        if (isOutOfGas && transaction.gasLimit < blockGas) this.outOfGas.push(transaction)
        const after: State | Refused = isOutOfGas
          ? { error: 'OutOfGas', reason: 'OutOfGas' }
          : execute(state, this.rules, signer, call, hash, at)
        const ok = !('error' in after)
        state = { ...(ok ? after : state), nonces: { ...state.nonces, [signer]: next + 1 } }
        mined.push({ transaction, ok })
        found = true
        if (this.#scheduler.traceLines) {
          const outcome = ok ? 'ok' : (after as Refused).reason
          this.#scheduler.trace('chain', `block ${this.height} mines ${shortHash(hash)}`, outcome)
        }
      }
    }
    if (mined.length) this.#blocks = [...this.#blocks, { number: this.height, state, mined }]
  }

  /** A wallet spends its tokens, or gets some. */
  #toggle(wallet: string) {
    const { empty } = this.rules
    if (!empty.delete(wallet)) empty.add(wallet)
  }

  /** Somebody refunds every escrow whose `refundableAt` has passed. */
  refundByOthers() {
    this.height++
    const state = refundByOthers(this.state, this.#scheduler.now)
    this.#blocks = [...this.#blocks, { number: this.height, state, mined: [] }]
  }

  /** Makes the funding of an escrow the newest block, which a reorganisation can remove. */
  fundLast(id: string) {
    const { number, state } = this.#blocks.pop() as Block
    const escrows = new Map(state.escrows)
    this.#recent = [id, escrows.get(id) as Escrow]
    escrows.delete(id)
    this.#blocks = [{ number: number - 1, state: { ...state, escrows }, mined: [] }]
    this.height = number - 1
    this.returnFunding()
  }

  /** Mines the funding again that a reorganisation has removed. */
  returnFunding = () => {
    const { escrows } = this.state
    if (!this.#recent || escrows.has(this.#recent[0])) return
    const state = { ...this.state, escrows: new Map(escrows).set(...this.#recent) }
    this.#blocks = [...this.#blocks, { number: ++this.height, state, mined: [] }]
    this.#scheduler.trace('chain', `block ${this.height} mines a funding`, 'ok')
  }

  /** Ends halts and fee spikes, and brings back a lost funding. From now on the base fee is `fee`. */
  stabilise(fee: number) {
    this.returnFunding()
    this.#haltedUntil = 0
    this.#minFee = fee
    this.baseFee = fee
  }

  /** The version of a transaction that is mined: sometimes an earlier one, because a miner may not know the latest. */
  #version(key: string, pooled: Transaction): Transaction {
    const { random } = this.#scheduler
    const versions = this.#versions.get(key)
    return versions && versions.length > 1 && random.chance(0.3) ? random.pick(versions) : pooled
  }

  /** Removes the last `depth` blocks. Their transactions return to the pool or are lost. */
  reorganise(depth: number) {
    const { random } = this.#scheduler
    const to = Math.max(this.#blocks[0]?.number ?? 0, this.height - depth)
    this.#abandoned = { view: this.head(), until: this.#scheduler.now + 15_000 }
    const removed = this.#blocks.filter(({ number }) => number > to)
    if (removed.length === 0) return
    this.#blocks = this.#blocks.filter(({ number }) => number <= to)
    this.#scheduler.schedule(random.between(0, 180_000), 'funding returns', this.returnFunding)
    const allLost = random.chance(0.5)
    for (const { transaction } of removed.flatMap(({ mined }) => mined)) {
      this.gas[transaction.signer] = (this.gas[transaction.signer] ?? 0) + 1
      const key = `${transaction.signer}#${transaction.nonce}`
      const returns = !allLost && random.chance(0.8) && !this.pool.has(key)
      if (returns) this.pool.set(key, transaction)
      this.#scheduler.trace(
        'chain',
        `reorganisation removes ${shortHash(transaction.hash)}`,
        returns ? 'returns to the pool' : 'lost',
      )
    }
  }

  /** A node's answer to this broadcast; 'taken' if the transaction is in its pool now. */
  submit(transaction: Transaction): BroadcastResult {
    const { signer, nonce, fee, tip, hash } = transaction
    if (nonce < (this.state.nonces[signer] ?? 0)) return 'old'
    if (this.#refusesGaps && !this.#follows(signer, nonce)) return 'refused'
    if ((this.gas[signer] ?? 0) < 1) return 'unfunded'
    if (fee < this.baseFee) return 'underpriced'
    const key = `${signer}#${nonce}`
    const pooled = this.pool.get(key)
    if (pooled?.hash === hash) return 'known'
    if (pooled && (fee < pooled.fee * 1.125 || tip < pooled.tip * 1.125)) return 'replacement underpriced'
    if (this.#faults.occurs('lostBroadcast')) return 'taken'
    this.pool.set(key, transaction)
    this.#versions.set(key, [...(this.#versions.get(key) ?? []), transaction])
    return 'taken'
  }

  /** Whether the nonce is the signer's next one, counting the transactions in the pool. */
  #follows(signer: string, nonce: number): boolean {
    let next = this.state.nonces[signer] ?? 0
    while (next < nonce && this.pool.has(`${signer}#${next}`)) next++
    return next === nonce
  }

  /** The block number and outcome of a mined transaction, by default on the real chain; null if it is not mined. */
  find(hash: string, { blocks } = this.head()) {
    for (const { number, mined } of blocks) {
      const found = mined.find(({ transaction }) => transaction.hash === hash)
      if (found) return { number, ok: found.ok }
    }
    return null
  }
}

/** The beginning of the hash, for the trace. */
export const shortHash = (hash: string) => hash.slice(0, 10)

/** The state that a node shows for the block `blocksAgo` blocks before its newest one. */
export function stateAt({ blocks, height }: View, blocksAgo: number): State {
  const found = blocks.findLast(({ number }) => number <= height - blocksAgo) ?? blocks[0]
  return (found as Block).state
}
