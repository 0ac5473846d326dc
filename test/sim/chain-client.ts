import { computeAddress, Transaction as EthersTransaction, getBytes, SigningKey, toBeHex } from 'ethers'
import type { Terms } from '../../domain/escrow.ts'
import type { Chain, Node } from '../../functions/payouts/chain.ts'
import type { Signer } from '../../functions/payouts/kms-signer.ts'
import { escrowInterface } from '../../functions/payouts/node-errors.ts'
import type { Sender } from '../../functions/payouts/sender.ts'
import { type BroadcastResult, type SimulatedChain, shortHash, stateAt } from './chain.ts'
import {
  blockGas,
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
import type { Product } from './load-product.ts'
import type { Monitor } from './monitor.ts'
import type { Actor, Label, Scheduler, StepResult } from './scheduler.ts'

/** Base units of one token. */
const unit = 10n ** 18n
/** What every transaction costs, in wei: one coin. */
const fee = unit

/** The public keys of the first signing key and of its successor. */
const publicKeys = [1, 2].map((secret) => new SigningKey(toBeHex(secret, 32)).publicKey)
const signers = publicKeys.map((key) => computeAddress(key))
export const [firstSigner, secondSigner] = signers as [string, string]

/** Nobody checks signatures here. So `s` numbers the key, and `r` is any number for which ethers finds a signer. */
const r = BigInt(`0x${publicKeys[0]?.slice(4, 68)}`)

/** The errors with which nodes answer broadcasts; null if the transaction is in the pool. */
const nodeErrors: Record<BroadcastResult, { message: string; code?: string } | null> = {
  taken: null,
  known: { message: 'already known' },
  old: { message: 'nonce too low' },
  underpriced: { message: 'transaction underpriced' },
  unfunded: { message: 'insufficient funds for gas * price + value' },
  refused: { message: 'the node has a reason of its own', code: 'UNKNOWN_ERROR' },
  'replacement underpriced': { message: 'replacement fee too low', code: 'REPLACEMENT_UNDERPRICED' },
}

const failure = (facts: object) => Object.assign(new Error(), facts)

interface Options {
  actor: Actor
  signer: string
  chain: SimulatedChain
  faults: Faults
  feeCap: string | undefined
  monitor: Monitor
  product: Product
  scheduler: Scheduler
}

const unavailable = () => {
  throw new Error('The simulated chain does not support this')
}

/** The chain client of one process, and the product's sender on a simulated node. Nodes may lag, and requests may fail. */
export function openSimulatedChain({
  actor,
  signer,
  chain: simulated,
  faults,
  feeCap,
  monitor,
  product,
  scheduler,
}: Options): { chain: Chain; sender: Sender } {
  const keyIndex = signers.indexOf(signer)
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
  const node = {
    getNetwork: async () => ({ chainId: 3636n }),
    getBlock: () => request('newest block', () => ({ gasLimit: BigInt(blockGas) })),
    getFeeData: () =>
      request('fees', () => ({
        maxFeePerGas: BigInt(simulated.baseFee * 2 + 10),
        maxPriorityFeePerGas: 10n,
      })),
    getTransactionCount: (wallet: string) =>
      request('nonce', () => simulated.view().state.nonces[wallet] ?? 0),
    async estimateGas({ data }: { data: string }) {
      const call = callOf(data)
      const outcome = await request(
        () => `simulate ${JSON.stringify(call)}`,
        () => {
          const after = execute(stateSeen(), simulated.rules, signer, call, '', scheduler.now)
          return 'error' in after ? after : BigInt(gasOf(call, simulated.rules))
        },
      )
      if (typeof outcome === 'bigint') return outcome
      const { error: name, reason } = outcome
      throw failure({ code: 'CALL_EXCEPTION', data: '0x00000001', revert: { name }, reason })
    },
    broadcastTransaction(bytes: string) {
      const transaction = parse(bytes)
      monitor.broadcast(actor, transaction)
      return scheduler.call(
        actor,
        () => `broadcast ${shortHash(transaction.hash)}`,
        (): StepResult<null> => {
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
          if (transaction.gasLimit > blockGas) return { error: new Error('exceeds block gas limit') }
          const summary = simulated.submit(transaction)
          const error = nodeErrors[summary]
          return error ? { error: failure(error), summary } : { answer: null, summary }
        },
      )
    },
  }
  const key: Signer = {
    publicKey: async () => getBytes(publicKeys[keyIndex] ?? ''),
    sign: () => request('sign', () => ({ r, s: BigInt(keyIndex + 1), yParity: 0 })),
  }
  const sender = product.sender.openSender(node as unknown as Node, async () => contractAddress, key, feeCap)
  const signWithHigherFee: Sender['signWithHigherFee'] = async (bytes, other) => {
    const signed = await sender.signWithHigherFee(bytes, other)
    if (!signed) monitor.stuck(actor)
    return signed
  }
  return { chain, sender: { ...sender, signWithHigherFee } }
}

/** The escrow id of a task's terms, from its salt (initial-state.ts). */
const escrowIdOf = ({ salt }: Pick<Terms, 'salt'>) => `0xe${String(BigInt(salt)).padStart(63, '0')}`

/** Reads signed bytes, as a node does. */
function parse(bytes: string): Transaction {
  const { data, gasLimit, hash, maxFeePerGas, maxPriorityFeePerGas, nonce, signature } =
    EthersTransaction.from(bytes)
  return {
    bytes,
    nonce,
    hash: String(hash),
    signer: signers[Number(signature?.s) - 1] ?? '',
    call: callOf(data),
    gasLimit: Number(gasLimit),
    fee: Number(maxFeePerGas),
    tip: Number(maxPriorityFeePerGas),
  }
}

/** The call as the model of the contract executes it. */
function callOf(data: string): Call {
  const { args, name } = escrowInterface.parseTransaction({ data }) ?? {}
  if (name === 'close') return { releases: [], closes: escrowIdOf(args?.[0]) }
  if (name === 'shrinkEscrow')
    return { releases: [], shrinks: { escrowId: escrowIdOf(args?.[0]), slots: Number(args?.[1]) } }
  if (name === 'hold') {
    const holds = args?.[0].flatMap((escrowId: string, index: number) =>
      slotsOf(args[1][index]).map((slot) => ({ escrowId, slot })),
    )
    return { releases: [], holds }
  }
  if (name === 'releaseBatch') return { releases: releasesOf(args?.[0].slice(2)) }
  const [escrowId, slot, recipient] = args ?? []
  return { releases: [{ escrowId, slot: Number(slot), recipient: recipient.toLowerCase() }] }
}

const slotsOf = (bitmap: bigint) => [...Array(128).keys()].filter((slot) => (bitmap >> BigInt(slot)) & 1n)

/** Decodes what `encodeReleases` encodes, without 0x. */
function releasesOf(packed: string): Call['releases'] {
  if (packed === '') return []
  const escrowId = `0x${packed.slice(0, 64)}`
  const slots = slotsOf(BigInt(`0x${packed.slice(64, 96)}`))
  const end = 96 + slots.length * 40
  const group = slots.map((slot, index) => {
    const from = 96 + index * 40
    return { escrowId, slot, recipient: `0x${packed.slice(from, from + 40)}` }
  })
  return [...group, ...releasesOf(packed.slice(end))]
}
