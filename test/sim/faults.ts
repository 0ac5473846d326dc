import type { Random } from './random.ts'

/** The kinds of faults. Each number is the probability that the fault occurs at one occasion. */
export interface Rates {
  /** A process ends at a step, before or after the step took effect. */
  crash: number
  /** DynamoDB cancels a transaction because of a concurrent one. */
  conflict: number
  /** DynamoDB throttles a request, fails inside, or leaves keys of a batch unprocessed. */
  throttled: number
  /** A table request gets no answer; a write may have taken effect. */
  timeout: number
  /** A write gets no answer and takes effect up to 20 seconds later. */
  late: number
  /** An index shows an item as it was up to 3 seconds ago. */
  staleIndex: number
  /** A process stands still for longer than a lease lasts. */
  freeze: number
  /** A call takes some seconds, or a process's clock is some seconds fast or slow. */
  slow: number
  /** A process's clock is wrong by up to an hour. */
  wrongClock: number
  /** A request to a node fails; a broadcast may have reached the node. */
  rpcError: number
  /** A node answers from up to 3 blocks ago, or from a branch that was abandoned. */
  lagging: number
  /** A node is so far behind that it knows no escrow. */
  unknownEscrow: number
  /** A node accepts a transaction and loses it. */
  lostBroadcast: number
  /** The stream delivers a change up to 3 minutes late. */
  streamLate: number
  /** The stream delivers a change twice. */
  streamTwice: number
  /** A transaction leaves the pool without being mined. */
  dropped: number
  /** The base fee rises up to thirtyfold. */
  spike: number
  /** No block is mined for 4 to 64 intervals. */
  halt: number
  /** Up to 64 blocks are replaced. */
  reorganisation: number
}

const maxRates: Rates = {
  crash: 0.03,
  conflict: 0.2,
  throttled: 0.03,
  timeout: 0.03,
  late: 0.02,
  staleIndex: 0.5,
  freeze: 0.03,
  slow: 0.1,
  wrongClock: 0.2,
  rpcError: 0.05,
  lagging: 0.4,
  unknownEscrow: 0.1,
  lostBroadcast: 0.2,
  streamLate: 0.2,
  streamTwice: 0.3,
  dropped: 0.05,
  spike: 0.1,
  halt: 0.02,
  reorganisation: 0.1,
}

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
