import { execute, type Refused, type Rules, type State, type Transaction } from './contract-model.ts'
import type { Faults } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

interface Block {
  number: number
  state: State
  mined: { transaction: Transaction; ok: boolean }[]
}

/** What one node knows: a chain of the blocks with transactions in them, up to a height. */
export interface View {
  blocks: readonly Block[]
  height: number
  state: State
}

export type SimulatedSubmission =
  | 'taken'
  | 'underpriced'
  | 'unfunded'
  | 'known'
  | 'old'
  | 'refused'
  | 'replacement underpriced'

/** Fees of the market in calm times. */
const calm = 100
/** Blocks that a reorganisation takes back at most. */
export const deepest = 64

/** One chain with its pool of transactions; blocks come with time, and may be taken back. */
export class SimulatedChain {
  readonly rules: Rules
  /** Transactions that each signer can still pay for. */
  readonly gas: Record<string, number> = {}
  baseFee = calm
  height = 100
  readonly pool = new Map<string, Transaction>()
  #blocks: Block[]
  readonly #seen = new Map<string, Transaction[]>()
  #abandoned: { view: View; until: number } | null = null
  #nextBlock: number
  #haltedUntil = 0
  #floor = calm
  readonly #interval: number
  /** Some nodes keep no transaction whose nonce is not next. */
  readonly #refusesGaps: boolean
  /** How many times the market's tip a transaction may offer at most; in calm times as in the product. */
  mostTips: number
  readonly #scheduler: Scheduler
  readonly #faults: Faults

  constructor(state: State, rules: Rules, interval: number, scheduler: Scheduler, faults: Faults) {
    this.rules = rules
    this.#interval = interval
    this.#scheduler = scheduler
    this.#faults = faults
    this.#nextBlock = scheduler.now + interval
    this.#refusesGaps = scheduler.random.chance(0.5)
    this.mostTips = scheduler.random.pick([1.3, 8])
    this.#blocks = [{ number: this.height, state, mined: [] }]
  }

  get state(): State {
    return (this.#blocks.at(-1) as Block).state
  }

  head = (): View => ({ blocks: this.#blocks, height: this.height, state: this.state })

  /** What the node that answers knows: it may lag some blocks behind, or still be on a branch that was abandoned. */
  view(): View {
    const { now, random } = this.#scheduler
    if (!this.#faults.happens('lagging')) return this.head()
    if (this.#abandoned && now < this.#abandoned.until && random.chance(0.5)) return this.#abandoned.view
    const height = this.height - random.between(0, 3)
    let last = this.#blocks.length - 1
    while (last > 0 && (this.#blocks[last] as Block).number > height) last--
    return { blocks: this.#blocks.slice(0, last + 1), height, state: (this.#blocks[last] as Block).state }
  }

  /** Mines what is due up to this moment. */
  pass(to: number) {
    while (this.#nextBlock <= to) {
      const quiet = this.pool.size === 0 && this.#faults.rates.reorganisation === 0
      if (quiet && this.baseFee === this.#floor) {
        const blocks = Math.floor((to - this.#nextBlock) / this.#interval) + 1
        this.height += blocks
        this.#nextBlock += blocks * this.#interval
        return
      }
      this.#tick(this.#nextBlock)
      this.#nextBlock += this.#interval
    }
  }

  #tick(at: number) {
    const { random } = this.#scheduler
    if (at < this.#haltedUntil) return
    if (this.#faults.happens('halt')) {
      this.#haltedUntil = at + this.#interval * random.between(4, 64)
      this.#scheduler.say('chain', 'halts', `for ${this.#haltedUntil - at} ms`)
      return
    }
    if (this.#faults.happens('spike')) this.baseFee = calm * random.between(2, 30)
    else this.baseFee = Math.max(this.#floor, Math.floor(this.baseFee * 0.8))
    if (this.#faults.happens('reorganisation')) this.reorganise(random.pick([1, 2, 3, 6, 12, deepest]))
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
        if (this.#faults.happens('dropped')) {
          this.pool.delete(key)
          this.#scheduler.say('chain', `drops ${shortHash(hash)}`, '')
          continue
        }
        this.pool.delete(key)
        this.gas[signer] = (this.gas[signer] ?? 0) - 1
        const after = execute(state, this.rules, signer, call, hash, at)
        const ok = !('error' in after)
        state = { ...(ok ? after : state), nonces: { ...state.nonces, [signer]: next + 1 } }
        mined.push({ transaction, ok })
        found = true
        if (this.#scheduler.lines) {
          const outcome = ok ? 'ok' : (after as Refused).reason
          this.#scheduler.say('chain', `block ${this.height} mines ${shortHash(hash)}`, outcome)
        }
      }
    }
    if (mined.length) this.#blocks = [...this.#blocks, { number: this.height, state, mined }]
  }

  /** From now on blocks come regularly, and cost this. */
  calm(fee: number) {
    this.#haltedUntil = 0
    this.#floor = fee
    this.baseFee = fee
    this.mostTips = 8
  }

  /** Not every miner has heard of the latest version of a transaction. */
  #version(key: string, pooled: Transaction): Transaction {
    const { random } = this.#scheduler
    const seen = this.#seen.get(key)
    return seen && seen.length > 1 && random.chance(0.3) ? random.pick(seen) : pooled
  }

  /** Takes back so many blocks: their transactions go back to the pool, or are lost. */
  reorganise(depth: number) {
    const { random } = this.#scheduler
    const to = Math.max(100, this.height - depth)
    this.#abandoned = { view: this.head(), until: this.#scheduler.now + 15_000 }
    const dropped = this.#blocks.filter(({ number }) => number > to)
    if (dropped.length === 0) return
    this.#blocks = this.#blocks.filter(({ number }) => number <= to)
    const lost = random.chance(0.5)
    for (const { transaction } of dropped.flatMap(({ mined }) => mined)) {
      this.gas[transaction.signer] = (this.gas[transaction.signer] ?? 0) + 1
      const key = `${transaction.signer}#${transaction.nonce}`
      const back = !lost && random.chance(0.8) && !this.pool.has(key)
      if (back) this.pool.set(key, transaction)
      this.#scheduler.say('chain', `takes back ${shortHash(transaction.hash)}`, back ? 'pooled' : 'lost')
    }
  }

  /** Hands a transaction to the node. */
  take(transaction: Transaction): SimulatedSubmission {
    const { signer, nonce, fee, tip, hash } = transaction
    if (nonce < (this.state.nonces[signer] ?? 0)) return 'old'
    if (this.#refusesGaps && !this.#follows(signer, nonce)) return 'refused'
    if ((this.gas[signer] ?? 0) < 1) return 'unfunded'
    if (fee < this.baseFee) return 'underpriced'
    const key = `${signer}#${nonce}`
    const held = this.pool.get(key)
    if (held?.hash === hash) return 'known'
    if (held && (fee < held.fee * 1.125 || tip < held.tip * 1.125)) return 'replacement underpriced'
    if (this.#faults.happens('lostBroadcast')) return 'taken'
    this.pool.set(key, transaction)
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), transaction])
    return 'taken'
  }

  /** Whether the nonce is next, or next after what is in the pool. */
  #follows(signer: string, nonce: number): boolean {
    let next = this.state.nonces[signer] ?? 0
    while (next < nonce && this.pool.has(`${signer}#${next}`)) next++
    return next === nonce
  }

  /** The whole truth: where this transaction stands on the chain that counts. */
  find(hash: string, { blocks } = this.head()) {
    for (const { number, mined } of blocks) {
      const one = mined.find(({ transaction }) => transaction.hash === hash)
      if (one) return { number, ok: one.ok }
    }
    return null
  }
}

export const shortHash = (hash: string) => hash.replace(/^0x0+/, '0x')

/** The state as this node knows it, some blocks ago. */
export function stateAt({ blocks, height }: View, blocksAgo: number): State {
  const found = blocks.findLast(({ number }) => number <= height - blocksAgo) ?? blocks[0]
  return (found as Block).state
}
