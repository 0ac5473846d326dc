import type { Terms } from '../../domain/escrow.ts'
import type { Chain } from '../../functions/payouts/chain.ts'
import type { Call as ProductCall, Sender } from '../../functions/payouts/sender.ts'
import { type SimulatedChain, shortHash, stateAt } from './chain.ts'
import {
  type Call,
  contractAddress,
  countBits,
  dayOf,
  execute,
  gasOf,
  type State,
  type Transaction,
} from './contract-model.ts'
import { timeout } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Monitor } from './monitor.ts'
import type { Actor, Label, Scheduler, StepResult } from './scheduler.ts'

/** Base units of one token. */
const unit = 10n ** 18n
/** Gas that one transaction may use: enough for two or three releases (`gasOf` in contract-model.ts). */
export const gasCap = 16_777_216n

/** What every transaction costs, in wei: one coin. */
const fee = unit

/** Signs the transactions of one history. Equal content gets the same hash, because signatures are deterministic (RFC 6979). */
export class Signatures {
  readonly #byBytes = new Map<string, Transaction>()

  sign(content: Omit<Transaction, 'hash' | 'bytes'>): Transaction {
    const bytes = JSON.stringify(content)
    const known = this.#byBytes.get(bytes)
    if (known) return known
    const hash = `0x${(this.#byBytes.size + 1).toString(16).padStart(64, '0')}`
    const signed = { ...content, hash, bytes }
    this.#byBytes.set(bytes, signed)
    return signed
  }

  transactionOf(bytes: string): Transaction {
    const known = this.#byBytes.get(bytes)
    if (!known) throw new Error('These bytes were not signed in this history')
    return known
  }
}

interface Options {
  actor: Actor
  signer: string
  chain: SimulatedChain
  faults: Faults
  monitor: Monitor
  scheduler: Scheduler
  signatures: Signatures
}

const unavailable = () => {
  throw new Error('The simulated chain does not support this')
}

/** The chain client and the sender of one process. Nodes may lag, and requests may fail. */
export function openSimulatedChain({
  actor,
  signer,
  chain: simulated,
  faults,
  monitor,
  scheduler,
  signatures,
}: Options): { chain: Chain; sender: Sender } {
  /** One request to a node. `summarise` gives the text of the answer in the trace. */
  const request = <T>(label: Label, answer: () => T, summarise?: (value: T) => string) =>
    scheduler.call<T>(actor, label, (): StepResult<T> => {
      if (faults.occurs('rpcError')) return { error: timeout() }
      const value = answer()
      return { answer: value, ...(summarise && scheduler.traceLines && { summary: summarise(value) }) }
    })

  /** The state as the node that answers knows it. */
  const stateSeen = (blocksAgo = 0): State => {
    const state = stateAt(simulated.view(), blocksAgo)
    return faults.occurs('unknownEscrow') ? { ...state, escrows: new Map() } : state
  }
  const simulate = (call: Call) => {
    const after = execute(stateSeen(), simulated.rules, signer, call, '', scheduler.now)
    return 'error' in after ? after : { gas: BigInt(gasOf(call)) }
  }
  const market = () => ({ fee: simulated.baseFee * 2 + 10, tip: 10 })
  const signCall = (call: Call, nonce: number, gasLimit: bigint) =>
    request(
      'sign',
      () => signatures.sign({ signer, nonce, call, gasLimit: Number(gasLimit), ...market() }),
      ({ hash }) => `${shortHash(hash)}, nonce ${nonce}`,
    )

  const chain: Chain = {
    escrowAddress: async () => contractAddress,
    signerOf: unavailable,
    escrowId: async (terms) => escrowIdOf(terms),
    escrow: (escrowId, blocksAgo = 0) =>
      request(
        () => `escrow ${escrowId}${blocksAgo ? `, ${blocksAgo} blocks ago` : ''}`,
        () => {
          const found = stateSeen(blocksAgo).escrows.get(escrowId)
          if (!found) return null
          const { reward, slots, paid, owed, closed } = found
          return {
            reward: BigInt(reward) * unit,
            slots,
            paidCount: countBits(paid),
            closed,
            paidBitmap: BigInt(paid),
            owedBitmap: BigInt(owed),
          }
        },
      ),
    operator: () => Promise.resolve(signer),
    contractOperator: () => request('operator of the contract', () => simulated.rules.operator),
    receipt: (hash) =>
      request(
        () => `receipt ${shortHash(hash)}`,
        () => {
          const view = simulated.view()
          const found = simulated.find(hash, view)
          return found && { ok: found.ok, confirmations: view.height - found.number + 1, fee }
        },
      ),
    dailyLimit: () => request('daily limit', () => BigInt(simulated.rules.dailyLimit) * unit),
    leftToday: () =>
      request('rest of the daily limit', () => {
        const { day, releasedToday } = stateSeen()
        const released = day === dayOf(scheduler.now) ? releasedToday : 0
        return BigInt(Math.max(0, simulated.rules.dailyLimit - released)) * unit
      }),
    announcements: async () => [],
    funds: unavailable,
  }
  const sender: Sender = {
    address: () => Promise.resolve(signer),
    nonce: (wallet) => request('nonce', () => simulated.view().state.nonces[wallet] ?? 0),
    gasCap: () => request('gas cap', () => gasCap),
    simulate: (call) =>
      request(
        () => `simulate ${JSON.stringify(modelOf(call))}`,
        () => simulate(modelOf(call)),
      ),
    sign: (call, nonce, gasLimit) => signCall(modelOf(call), nonce, gasLimit),
    signWithHigherFee: (bytes, other) =>
      request('sign with a higher fee', () => {
        const { hash: _, bytes: __, ...signed } = signatures.transactionOf(bytes)
        const instead = other && { call: modelOf(other.call), gasLimit: Number(other.gasLimit) }
        const former = { ...signed, ...instead }
        const now = market()
        const fee = Math.max(Math.floor((former.fee * 9) / 8) + 1, now.fee)
        const tip = Math.max(Math.floor((former.tip * 9) / 8) + 1, now.tip)
        if (tip <= now.tip * simulated.maxTipMultiple || former.fee < now.fee)
          return signatures.sign({ ...former, fee, tip })
        monitor.stuck(actor)
        return null
      }),
    broadcast: (bytes) => {
      const transaction = signatures.transactionOf(bytes)
      monitor.broadcast(actor, transaction)
      return scheduler.call<Awaited<ReturnType<Sender['broadcast']>>>(
        actor,
        () => `broadcast ${shortHash(transaction.hash)}`,
        () => {
          if (faults.occurs('rpcError')) {
            const outcome = scheduler.random.between(0, 2)
            if (outcome === 0) return { error: timeout(), summary: 'times out, not sent' }
            if (outcome === 1) {
              const after = scheduler.random.between(10, 60_000)
              return {
                error: timeout(),
                after,
                late: () => simulated.submit(transaction),
                summary: 'times out, sent later',
              }
            }
            return { error: timeout(), summary: `times out after sending: ${simulated.submit(transaction)}` }
          }
          if (transaction.gasLimit > gasCap) return { error: new Error('exceeds the gas cap') }
          const accepted = simulated.submit(transaction)
          const refused = accepted === 'underpriced' || accepted === 'unfunded' || accepted === 'refused'
          return { answer: refused ? accepted : 'taken', summary: accepted }
        },
      )
    },
  }
  return { chain, sender }
}

/** The escrow id of a task's terms, from its salt (initial-state.ts). */
const escrowIdOf = ({ salt }: Terms) => `0xe${String(BigInt(salt)).padStart(63, '0')}`

/** The call as the model of the contract executes it. */
function modelOf(call: ProductCall): Call {
  if ('closes' in call) return { releases: [], closes: escrowIdOf(call.closes) }
  if ('shrinks' in call)
    return { releases: [], shrinks: { escrowId: escrowIdOf(call.shrinks), slots: call.slots } }
  if ('holds' in call)
    return { releases: [], holds: call.holds.map(({ escrowId, slot }) => ({ escrowId, slot })) }
  return { releases: call.map(({ escrowId, slot, recipient }) => ({ escrowId, slot, recipient })) }
}
