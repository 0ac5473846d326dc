import type { Random } from './random.ts'

/** The kinds of faults. Each number is the highest probability with which the fault occurs at one occasion. */
const maxRates = {
  /** A process ends at a step, before or after the step took effect. */
  crash: 0.03,
  /** DynamoDB cancels a transaction because of a concurrent one. */
  conflict: 0.2,
  /** DynamoDB throttles a request, fails inside, or leaves keys of a batch unprocessed. */
  throttled: 0.03,
  /** A table request gets no answer; a write may have taken effect. */
  timeout: 0.03,
  /** A write gets no answer and takes effect up to 20 seconds later. */
  late: 0.02,
  /** An index shows an item as it was up to 3 seconds ago. */
  staleIndex: 0.5,
  /** A process stands still for longer than a lease lasts. */
  freeze: 0.03,
  /** A call takes some seconds, or a process's clock is some seconds fast or slow. */
  slow: 0.1,
  /** A process's clock is wrong by up to an hour. */
  wrongClock: 0.2,
  /** A request to a node fails; a broadcast may have reached the node. */
  rpcError: 0.05,
  /** A node answers from up to 3 blocks ago, or from a branch that was abandoned. */
  lagging: 0.4,
  /** A node is so far behind that it knows no escrow. */
  unknownEscrow: 0.1,
  /** A node accepts a transaction and loses it. */
  lostBroadcast: 0.2,
  /** The stream delivers a change up to 3 minutes late. */
  streamLate: 0.2,
  /** The stream delivers a change twice. */
  streamTwice: 0.3,
  /** A transaction leaves the pool without being mined. */
  dropped: 0.05,
  /** The tokens of a recipient are spent, or arrive, after the simulation of a payment. */
  balance: 0.3,
  /** The base fee rises up to thirtyfold. */
  spike: 0.1,
  /** No block is mined for 4 to 64 intervals. */
  halt: 0.02,
  /** Up to 64 blocks are replaced. */
  reorganisation: 0.1,
}
export type Rates = Record<keyof typeof maxRates, number>

export type TableFault = 'conflict' | 'throttled' | 'internal' | 'timeout' | 'late' | 'lost' | null

/** The faults of one history. About half of the kinds occur in it, each at a random rate up to its maximum. */
export class Faults {
  rates: Rates
  readonly #initial: Rates
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
    this.rates = { ...maxRates }
    for (const name of Object.keys(maxRates) as (keyof Rates)[]) {
      this.rates[name] = random.chance(0.5) ? 0 : maxRates[name] * random.next()
    }
    this.#initial = { ...this.rates }
  }

  /** No fault occurs any more. */
  stop() {
    for (const name of Object.keys(this.rates) as (keyof Rates)[]) this.rates[name] = 0
  }

  /** Makes faults rare, as a market needs that lasts for weeks. Faults that would need each single block do not occur. */
  reduce() {
    for (const name of Object.keys(this.rates) as (keyof Rates)[]) this.rates[name] /= 5
    Object.assign(this.rates, { reorganisation: 0, halt: 0, spike: 0 })
  }

  /** Faults occur again, at their former rates. */
  resume() {
    this.rates = { ...this.#initial }
  }

  /** Decides at random whether a fault of this kind occurs now. */
  occurs(kind: keyof Rates): boolean {
    return this.#random.chance(this.rates[kind])
  }

  /** The fault of the next request to the table, if any; `writes` for a write. */
  table(writes: boolean): TableFault {
    if (writes && this.occurs('conflict')) return 'conflict'
    if (this.occurs('throttled')) return this.#random.chance(0.5) ? 'throttled' : 'internal'
    if (this.occurs('timeout')) return writes && this.#random.chance(0.7) ? 'timeout' : 'lost'
    if (writes && this.occurs('late')) return 'late'
    return null
  }

  leavesUnprocessedKeys = () => this.occurs('throttled')
  staleIndex = () => this.occurs('staleIndex')

  /** Milliseconds that the next call takes. */
  latency = (): number => {
    if (this.occurs('freeze')) return this.#random.between(20_000, 130_000)
    if (this.occurs('slow')) return this.#random.between(500, 12_000)
    return this.#random.between(1, 60)
  }

  crash = (): 'before' | 'after' | 'late' | null =>
    this.occurs('crash') ? this.#random.pick(['before', 'after', 'late'] as const) : null
}
