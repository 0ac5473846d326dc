import type { Item } from '../../functions/table/table.ts'
import type { SimulatedTable } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Product } from './load-product.ts'
import type { Processes } from './processes.ts'
import type { Scheduler } from './scheduler.ts'

interface Options {
  table: SimulatedTable
  processes: Processes
  product: Product
  scheduler: Scheduler
  faults: Faults
  startSettle: () => void
}

/** The table's stream: it delivers every change to the product's consumer, sometimes twice or minutes late, or not at all. */
export class SimulatedStream {
  #isStopped = false
  #count = 0
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    options.table.watchers.push((after, before) => this.#changed(after, before))
  }

  /** From now on nothing is delivered: only the schedule pays. */
  stop() {
    this.#isStopped = true
  }

  #changed(after: Item | undefined, before: Item | undefined) {
    const { faults, scheduler } = this.#options
    const id = String(++this.#count)
    const delay = () => (faults.happens('streamLate') ? scheduler.random.between(1000, 180_000) : 50)
    const deliver = () => this.#deliver({ id, sequenceNumber: id, before, after })
    scheduler.later(delay(), 'stream delivers', deliver)
    if (faults.happens('streamTwice')) scheduler.later(delay(), 'stream delivers again', deliver)
  }

  #deliver(change: Parameters<Product['events']['consume']>[1][number]) {
    if (this.#isStopped) return
    const { processes, product, startSettle } = this.#options
    if (!change.after || !['PAYOUT', 'TASK'].includes(String(change.after.sk))) return // the stack's filter
    void processes.start('events', ({ log }) =>
      product.events.consume({ log, startSettle: async () => startSettle() }, [change]),
    )
  }
}
