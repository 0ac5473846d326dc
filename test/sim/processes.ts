import type { User } from '../../domain/user.ts'
import { type Config, readConfig } from '../../functions/config.ts'
import type { UserContext } from '../../functions/context.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import type { SimulatedChain } from './chain.ts'
import { openSimulatedChain, Signatures } from './chain-client.ts'
import { contractAddress } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Product } from './load-product.ts'
import type { Monitor } from './monitor.ts'
import { type Actor, type Scheduler, short } from './scheduler.ts'

/** How a process may end without that being a bug: nobody answered, or it was refused. */
const ordinary = new Set(['TimeoutError', 'TableBusy', 'AppError'])

export const configOf = (confirmations: number): Config =>
  readConfig({
    SITE_ORIGIN: 'http://localhost',
    TABLE_NAME: 'simulated-table',
    BUCKET_NAME: 'uploads',
    KMS_KEY_ID: 'a-key',
    RPC_URL: 'http://localhost',
    CHAIN_ID: '3636',
    ESCROW_ADDRESS: contractAddress,
    CONFIRMATIONS: String(confirmations),
  })

const neverAsked: PayoutServices['files'] = new Proxy({} as PayoutServices['files'], {
  get: () => {
    throw new Error('Paying touches no files')
  },
})

interface Options {
  product: Product
  scheduler: Scheduler
  faults: Faults
  table: SimulatedTable
  chain: SimulatedChain
  monitor: Monitor
  config: Config
}

/** The processes that run the product's code, and what each of them is given. */
export class Processes {
  readonly troubles: string[] = []
  /** How often somebody was told that payouts wait. */
  alarms = 0
  /** The key that new processes sign with. */
  signer = '0xA'
  readonly #running = new Set<Actor>()
  readonly #signatures = new Signatures()
  readonly #options: Options
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  get running(): number {
    for (const actor of this.#running) if (actor.ended) this.#running.delete(actor)
    return this.#running.size
  }

  /** Starts a process. @returns how it ended; never, when it was ended */
  start<T>(name: string, work: (services: PayoutServices) => Promise<T>): Promise<T | Error> {
    const { faults, scheduler } = this.#options
    const { random } = scheduler
    const hour = 3_600_000
    const far = faults.happens('wrongClock') ? random.between(-hour, hour) : 0
    const skew = faults.happens('slow') ? far + random.between(-3000, 3000) : far
    const actor: Actor = { name: `${name} ${++this.#count}`, skew, ended: false, pending: 0 }
    this.#running.add(actor)
    const begun = scheduler.call(
      actor,
      'begins',
      () => ({ answer: undefined }),
      scheduler.random.between(0, 20),
    )
    return begun
      .then(() => work(this.#servicesOf(actor)))
      .then(
        (value) => {
          actor.ended = true
          if (scheduler.lines) scheduler.say(actor.name, 'ends', short(value ?? null))
          return value
        },
        (error: Error) => {
          actor.ended = true
          scheduler.say(actor.name, 'ends', `✗ ${error.name}: ${error.message}`)
          if (!ordinary.has(error.name))
            this.troubles.push(`${actor.name} ended with ${error.name}: ${error.stack ?? error.message}`)
          return error
        },
      )
  }

  /** What a use case is given when this person calls it. */
  contextOf = (services: PayoutServices, user: User): UserContext => ({
    ...services,
    requestId: 'a-request',
    sourceIp: '127.0.0.1',
    user,
    sessionHash: null,
  })

  #servicesOf(actor: Actor): PayoutServices {
    const { chain, config, faults, monitor, product, scheduler, table } = this.#options
    const { signer } = this
    const signatures = this.#signatures
    const sleep = (milliseconds: number) => scheduler.sleep(actor, milliseconds)
    const said: PayoutServices['log']['info'] = (text, ...facts) => {
      if (scheduler.lines) scheduler.say(actor.name, 'log', `${text} ${short(facts)}`)
    }
    const log: PayoutServices['log'] = {
      info: said,
      warn: said,
      error: said,
      appendKeys: () => {},
      createChild: () => log,
    }
    return {
      config,
      table: product.table.tableOver(table.clientOf(actor), config.TABLE_NAME, sleep),
      ...openSimulatedChain({ actor, signer, chain, faults, monitor, scheduler, signatures }),
      node: undefined as never, // only the real chain client uses it
      files: neverAsked,
      now: () => Math.floor(scheduler.now) + actor.skew,
      sleep,
      log,
      meter: {
        request() {},
        paid() {},
        failed() {},
        due() {},
        waiting: () => {
          this.alarms++
          monitor.told(actor)
        },
        refundsDue() {},
        failedNow() {},
        signerFunds() {},
      },
    }
  }
}
