import type { Random } from './random.ts'

/** What can go wrong, each with how likely it is at each occasion; 0 is never. */
export interface Rates {
  crash: number
  conflict: number
  throttled: number
  timeout: number
  late: number
  staleIndex: number
  freeze: number
  slow: number
  wrongClock: number
  rpcError: number
  lagging: number
  ignorant: number
  lostBroadcast: number
  streamLate: number
  streamTwice: number
  dropped: number
  spike: number
  halt: number
  reorganisation: number
}

const most: Rates = {
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
  ignorant: 0.1,
  lostBroadcast: 0.2,
  streamLate: 0.2,
  streamTwice: 0.3,
  dropped: 0.05,
  spike: 0.1,
  halt: 0.02,
  reorganisation: 0.1,
}

export type TableFault = 'conflict' | 'throttled' | 'internal' | 'timeout' | 'late' | 'lost' | null

/** The faults of one history: each seed has some kinds of them and not others, at rates of its own. */
export class Faults {
  rates: Rates
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
    this.rates = { ...most }
    for (const name of Object.keys(most) as (keyof Rates)[]) {
      this.rates[name] = random.chance(0.5) ? 0 : most[name] * random.next()
    }
  }

  stop() {
    for (const name of Object.keys(this.rates) as (keyof Rates)[]) this.rates[name] = 0
  }

  happens(kind: keyof Rates): boolean {
    return this.#random.chance(this.rates[kind])
  }

  table(writes: boolean): TableFault {
    if (writes && this.happens('conflict')) return 'conflict'
    if (this.happens('throttled')) return this.#random.chance(0.5) ? 'throttled' : 'internal'
    if (this.happens('timeout')) return writes && this.#random.chance(0.7) ? 'timeout' : 'lost'
    if (writes && this.happens('late')) return 'late'
    return null
  }

  putsOff = () => this.happens('throttled')
  staleIndex = () => this.happens('staleIndex')

  /** Milliseconds that a call takes: some are slow, and some processes freeze for longer than a lease lasts. */
  latency = (): number => {
    if (this.happens('freeze')) return this.#random.between(20_000, 130_000)
    if (this.happens('slow')) return this.#random.between(500, 12_000)
    return this.#random.between(1, 60)
  }

  crash = (): 'before' | 'after' | 'late' | null =>
    this.happens('crash') ? this.#random.pick(['before', 'after', 'late'] as const) : null
}
