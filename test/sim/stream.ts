import { startsEvents } from '../../functions/table/stream.ts'
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

/**
 * The table's stream. It delivers each change that `streamFilters` selects to the product's consumer: sometimes late, sometimes
 * twice, and not at all once it is stopped.
 */
export class SimulatedStream {
  #isStopped = false
  #count = 0
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    options.table.watchers.push((after, before) => this.#onWrite(after, before))
  }

  /** Stops all deliveries, so that only the schedule starts settle runs. */
  stop() {
    this.#isStopped = true
  }

  #onWrite(after: Item | undefined, before: Item | undefined) {
    const { faults, scheduler } = this.#options
    const id = String(++this.#count)
    const delay = () => (faults.occurs('streamLate') ? scheduler.random.between(1000, 180_000) : 50)
    const deliver = () => this.#deliver({ id, sequenceNumber: id, before, after })
    scheduler.schedule(delay(), 'stream delivers', deliver)
    if (faults.occurs('streamTwice')) scheduler.schedule(delay(), 'stream delivers again', deliver)
  }

  #deliver(change: Parameters<Product['events']['consume']>[1][number]) {
    if (this.#isStopped) return
    const { processes, product, startSettle } = this.#options
    if (!startsEvents(change)) return
    void processes.start('events', ({ config, log, meter, now, table }) =>
      product.events.consume(
        {
          ...{ config, log, meter, now, table },
          queueMail: async () => {},
          startSettle: async () => startSettle(),
        },
        [change],
      ),
    )
  }
}
