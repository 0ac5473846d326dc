import type { Terms } from '../../domain/escrow.ts'
import type { Chain } from '../../functions/payouts/chain.ts'
import type { Release, Sender } from '../../functions/payouts/sender.ts'
import { type SimulatedChain, shortHash, stateAt } from './chain.ts'
import { type Call, contractAddress, execute, gasOf, type State, type Transaction } from './contract-model.ts'
import { timeout } from './dynamodb.ts'
import type { Faults } from './faults.ts'
import type { Monitor } from './monitor.ts'
import type { Actor, Fate, Named, Scheduler } from './scheduler.ts'

const unit = 10n ** 18n
/** Gas that one transaction may use: two or three releases of these. */
export const gasCap = 16_777_216n

/** Every transaction signed in one history, by its bytes; equal content is one transaction, as with RFC 6979. */
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

  of(bytes: string): Transaction {
    const known = this.#byBytes.get(bytes)
    if (!known) throw new Error('Nobody signed these bytes')
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
  throw new Error('The simulated chain does not answer this')
}

/** The chain as one process of the product sees it, through nodes that lag and a network that fails. */
export function openSimulatedChain({
  actor,
  signer,
  chain: simulated,
  faults,
  monitor,
  scheduler,
  signatures,
}: Options): { chain: Chain; sender: Sender } {
  const ask = <T>(what: Named, answer: () => T, said?: (value: T) => string) =>
    scheduler.call<T>(actor, what, (): Fate<T> => {
      if (faults.happens('rpcError')) return { error: timeout() }
      const value = answer()
      return { answer: value, ...(said && scheduler.lines && { said: said(value) }) }
    })

  /** A node may be so far behind that it knows no escrow yet. */
  const seen = (blocksAgo = 0): State => {
    const state = stateAt(simulated.view(), blocksAgo)
    return faults.happens('ignorant') ? { ...state, escrows: new Map() } : state
  }
  const simulate = (call: Call) => {
    const after = execute(seen(), simulated.rules, signer, call, '', scheduler.now)
    return 'error' in after ? after : { gas: BigInt(gasOf(call)) }
  }
  const market = () => ({ fee: simulated.baseFee * 2 + 10, tip: 10 })
  const signCall = (call: Call, nonce: number, gasLimit: bigint) =>
    ask(
      'sign',
      () => signatures.sign({ signer, nonce, call, gasLimit: Number(gasLimit), ...market() }),
      ({ hash }) => `${shortHash(hash)}, nonce ${nonce}`,
    )

  const chain: Chain = {
    escrowAddress: contractAddress,
    checksum: (address) => address,
    signerOf: unavailable,
    escrowId: escrowIdOf,
    escrow: (escrowId, blocksAgo = 0) =>
      ask(
        () => `escrow ${escrowId}${blocksAgo ? `, ${blocksAgo} blocks ago` : ''}`,
        () => {
          const found = seen(blocksAgo).escrows.get(escrowId)
          if (!found) return null
          const { reward, slots, paid, closed } = found
          let paidCount = 0
          for (let slot = 0; slot < slots; slot++) if (paid & (1 << slot)) paidCount++
          return { reward: BigInt(reward) * unit, slots, paidCount, closed, paidBitmap: BigInt(paid) }
        },
      ),
    operator: () => Promise.resolve(signer),
    contractOperator: () => ask('operator of the contract', () => simulated.rules.operator),
    receipt: (hash) =>
      ask(
        () => `receipt ${shortHash(hash)}`,
        () => {
          const view = simulated.view()
          const found = simulated.find(hash, view)
          return found && { ok: found.ok, confirmations: view.height - found.number + 1 }
        },
      ),
    funds: unavailable,
  }
  const sender: Sender = {
    address: () => Promise.resolve(signer),
    nonce: (wallet) => ask('nonce', () => simulated.view().state.nonces[wallet] ?? 0),
    gasCap: () => ask('gas cap', () => gasCap),
    simulate: (releases: Release[]) =>
      ask(
        () => `simulate ${releases.map(({ escrowId, slot }) => `${escrowId}/${slot}`).join(' ')}`,
        () => simulate({ releases: releases.map(plain) }),
      ),
    sign: (releases, nonce, gasLimit) => signCall({ releases: releases.map(plain) }, nonce, gasLimit),
    simulateClose: (terms) =>
      ask('simulate close', () => simulate({ releases: [], closes: escrowIdOf(terms) })),
    signClose: (terms, nonce, gasLimit) =>
      signCall({ releases: [], closes: escrowIdOf(terms) }, nonce, gasLimit),
    signWithHigherFee: (bytes) =>
      ask('sign with a higher fee', () => {
        const { hash: _, bytes: __, ...was } = signatures.of(bytes)
        const now = market()
        const fee = Math.max(Math.floor((was.fee * 9) / 8) + 1, now.fee)
        const tip = Math.max(Math.floor((was.tip * 9) / 8) + 1, now.tip)
        if (tip <= now.tip * simulated.mostTips || was.fee < now.fee)
          return signatures.sign({ ...was, fee, tip })
        monitor.stuck(actor)
        return null
      }),
    broadcast: (bytes) => {
      const transaction = signatures.of(bytes)
      monitor.broadcast(actor, transaction)
      return scheduler.call<Awaited<ReturnType<Sender['broadcast']>>>(
        actor,
        () => `broadcast ${shortHash(transaction.hash)}`,
        () => {
          if (faults.happens('rpcError')) {
            const fate = scheduler.random.between(0, 2)
            if (fate === 0) return { error: timeout(), said: 'times out, not sent' }
            if (fate === 1) {
              const after = scheduler.random.between(10, 60_000)
              return {
                error: timeout(),
                after,
                late: () => simulated.take(transaction),
                said: 'times out, late',
              }
            }
            return { error: timeout(), said: `times out after sending: ${simulated.take(transaction)}` }
          }
          if (transaction.gasLimit > gasCap) return { error: new Error('exceeds the gas cap') }
          const accepted = simulated.take(transaction)
          const refused = accepted === 'underpriced' || accepted === 'unfunded' || accepted === 'refused'
          return { answer: refused ? accepted : 'taken', said: accepted }
        },
      )
    },
  }
  return { chain, sender }
}

/** The terms of the tasks differ by their salt. */
const escrowIdOf = ({ salt }: Terms) => `0xe${BigInt(salt)}`

const plain = ({ escrowId, slot, recipient }: Release) => ({ escrowId, slot, recipient })
