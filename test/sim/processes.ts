import type { User } from '../../domain/user.ts'
import type { Approval } from '../../functions/payouts/approvals.ts'
import type { PayoutServices } from '../../functions/payouts/run.ts'
import { type Config, readConfig } from '../../functions/runtime/config.ts'
import type { UserContext } from '../../functions/runtime/context.ts'
import type { SimulatedChain } from './chain.ts'
import { firstSigner, openSimulatedChain } from './chain-client.ts'
import { contractAddress } from './contract-model.ts'
import type { SimulatedTable } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Product } from './load-product.ts'
import type { Monitor } from './monitor.ts'
import { type Actor, type Scheduler, short } from './scheduler.ts'

/** Errors that are no bug when a process ends with them: a request got no answer or was refused. */
const expectedErrors = new Set(['TimeoutError', 'TableBusy', 'AppError'])

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

const unusedFiles: PayoutServices['files'] = new Proxy({} as PayoutServices['files'], {
  get: () => {
    throw new Error('Payouts use no files')
  },
})

/** Whoever calls this may approve: the simulation has no thieves. */
const macOf = ({ amount, createdAt, recipient, slot, submissionId }: Approval) =>
  [amount, createdAt, recipient, slot, submissionId].join()

interface Options {
  product: Product
  scheduler: Scheduler
  faults: Faults
  table: SimulatedTable
  chain: SimulatedChain
  monitor: Monitor
  config: Config
}

/** Starts simulated processes. Each runs one call of the product's code with services of its own, like one Lambda invocation. */
export class Processes {
  /** One text for each process that ended with an unexpected error. */
  readonly unexpectedErrors: string[] = []
  /** How many alarms processes have raised. */
  alarms = 0
  /** The wallet of the key with which new processes sign. */
  signer = firstSigner
  readonly #running = new Set<Actor>()
  readonly #options: Options
  #count = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** How many processes have neither returned nor crashed. */
  get running(): number {
    for (const actor of this.#running) if (actor.ended) this.#running.delete(actor)
    return this.#running.size
  }

  /** Starts a process. @returns its result or error; the promise stays pending if the process crashes */
  start<T>(name: string, work: (services: PayoutServices) => Promise<T>): Promise<T | Error> {
    const { faults, scheduler } = this.#options
    const { random } = scheduler
    const hour = 3_600_000
    const wrong = faults.occurs('wrongClock') ? random.between(-hour, hour) : 0
    const skew = faults.occurs('slow') ? wrong + random.between(-3000, 3000) : wrong
    const actor: Actor = { name: `${name} ${++this.#count}`, skew, ended: false, pending: 0 }
    this.#running.add(actor)
    const started = scheduler.call(
      actor,
      'starts',
      () => ({ answer: undefined }),
      scheduler.random.between(0, 20),
    )
    return started
      .then(() => work(this.#servicesOf(actor)))
      .then(
        (value) => {
          actor.ended = true
          if (scheduler.traceLines) scheduler.trace(actor.name, 'ends', short(value ?? null))
          return value
        },
        (error: Error) => {
          actor.ended = true
          scheduler.trace(actor.name, 'ends', `✗ ${error.name}: ${error.message}`)
          if (!expectedErrors.has(error.name))
            this.unexpectedErrors.push(
              `${actor.name} ended with ${error.name}: ${error.stack ?? error.message}`,
            )
          return error
        },
      )
  }

  /** The context of a use case that this user calls. */
  contextOf = (services: PayoutServices, user: User): UserContext => ({
    ...services,
    requestId: 'a-request',
    sourceIp: '127.0.0.1',
    user,
    client: { device: 'Unknown device', network: '127.0.0.0/24', deviceToken: null },
    session: null,
  })

  #servicesOf(actor: Actor): PayoutServices {
    const { chain, config, faults, monitor, product, scheduler, table } = this.#options
    const { signer } = this
    const sleep = (milliseconds: number) => scheduler.sleep(actor, milliseconds)
    const line: PayoutServices['log']['info'] = (text, ...facts) => {
      if (scheduler.traceLines) scheduler.trace(actor.name, 'log', `${text} ${short(facts)}`)
    }
    const log: PayoutServices['log'] = {
      info: line,
      warn: line,
      error: line,
      appendKeys: () => {},
      createChild: () => log,
    }
    return {
      config: { ...config },
      table: product.table.tableOver(table.clientOf(actor), config.TABLE_NAME, sleep),
      contracts: async () => ({ escrow: config.ESCROW_ADDRESS }),
      ...openSimulatedChain({
        ...{ actor, signer, chain, faults, monitor, product, scheduler },
        feeCap: config.FEE_CAP,
      }),
      rpcUrl: undefined as never, // only the real chain client uses it
      approvals: {
        prove: async (approval) => macOf(approval),
        isProven: async (approval, mac) => mac === macOf(approval),
      },
      files: unusedFiles,
      now: () => Math.floor(scheduler.now) + actor.skew,
      sleep,
      log,
      meter: {
        record() {},
        security() {},
        waiting: () => {
          this.alarms++
          monitor.alarmRaised(actor)
        },
      },
    }
  }
}
