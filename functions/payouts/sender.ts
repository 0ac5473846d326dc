import { Contract, getBytes, isError, keccak256, parseEther, Signature, Transaction, toBeHex } from 'ethers'
import { type AccessListEntry, accessListOf } from '../../contracts/access-list.ts'
import { encodeReleases, type Release } from '../../contracts/encode-releases.ts'
import type { Terms } from '../../domain/escrow.ts'
import { type Node, walletOf } from './chain.ts'
import type { Signer } from './kms-signer.ts'
import {
  escrowInterface,
  isKnown,
  isUnderpriced,
  isUnfunded,
  type Refusal,
  refusalOf,
} from './node-errors.ts'

/** What a transaction does: it pays slots, closes an escrow, shrinks it to `slots`, or holds slots. */
export type Call =
  | Release[]
  | { closes: Terms }
  | { shrinks: Terms; slots: number }
  | { holds: Omit<Release, 'recipient'>[] }

export interface Signed {
  hash: string
  bytes: string
}

/** The highest tip of a replacement, as a multiple of the market's tip. Otherwise a halted chain could use up the signer's coins. */
const mostTips = 8n

/** The most gas of one transaction (EIP-7825). */
const transactionCap = 16_777_216n

/**
 * Simulates, signs and broadcasts the escrow contract's transactions. Only `settle` does. No transaction costs more than
 * `mostCoins` native coins.
 */
export function openSender(
  node: Node,
  escrowAddress: () => Promise<string>,
  key: Signer,
  mostCoins?: string,
) {
  const feeCap = mostCoins === undefined ? undefined : parseEther(mostCoins)
  const address = () => walletOf(key)

  async function marketFees() {
    const { maxFeePerGas, maxPriorityFeePerGas } = await node.getFeeData()
    if (maxFeePerGas === null || maxPriorityFeePerGas === null)
      throw new Error('The chain has no EIP-1559 fees')
    return { maxFeePerGas, maxPriorityFeePerGas }
  }

  async function signTransaction(transaction: Transaction): Promise<Signed> {
    const { r, s, yParity } = await key.sign(getBytes(transaction.unsignedHash))
    transaction.signature = Signature.from({ r: toBeHex(r, 32), s: toBeHex(s, 32), yParity })
    return { hash: keccak256(transaction.serialized), bytes: transaction.serialized }
  }

  /** Gas of one transaction that does this, or why it would revert. */
  async function simulate(call: Call): Promise<{ gas: bigint } | Refusal> {
    const data = dataOf(call)
    try {
      return { gas: await node.estimateGas({ from: await address(), to: await escrowAddress(), data }) }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return refusal
      throw error
    }
  }

  let tokenAddress: Promise<string> | undefined

  /**
   * The access list of these releases. Empty if the list saves no gas, which happens if the token's storage is not that of
   * TaxToken, or if the releases cannot be simulated now.
   */
  async function accessListFor(releases: Release[]): Promise<AccessListEntry[]> {
    const escrow = await escrowAddress()
    tokenAddress ??= new Contract(escrow, escrowInterface, node).getFunction('token').staticCall()
    const accessList = accessListOf({ escrow, token: await tokenAddress }, releases)
    const call = { from: await address(), to: escrow, data: dataOf(releases) }
    const [without, withList] = await Promise.all([
      node.estimateGas(call),
      node.estimateGas({ ...call, accessList }),
    ])
    return withList < without ? accessList : []
  }

  /**
   * Signs one transaction that does this, with the market's fees, at most the fee cap, and an access list if the list saves
   * gas. It does not send it.
   */
  async function sign(call: Call, nonce: number, gasLimit: bigint): Promise<Signed> {
    const { chainId } = await node.getNetwork()
    const to = await escrowAddress()
    const fees = await marketFees()
    const data = dataOf(call)
    // The list only saves gas, so a failure to make it must not stop the payouts.
    const accessList = await (Array.isArray(call) ? accessListFor(call) : Promise.resolve([])).catch(() => {
      tokenAddress = undefined
      return []
    })
    if (feeCap !== undefined) {
      fees.maxFeePerGas = least(fees.maxFeePerGas, feeCap / gasLimit)
      fees.maxPriorityFeePerGas = least(fees.maxPriorityFeePerGas, fees.maxFeePerGas)
    }
    return signTransaction(
      Transaction.from({ type: 2, chainId, to, data, nonce, gasLimit, accessList, ...fees }),
    )
  }

  return {
    address,
    /** The next nonce of a wallet at the latest block. The wallet may be that of a former signing key. */
    nonce: (wallet: string) => node.getTransactionCount(wallet, 'latest'),
    /** Gas that one transaction may use: the least of the block's limit, EIP-7825's cap and what the fee cap pays now. */
    async gasCap() {
      const block = await node.getBlock('latest')
      const cap = least(block?.gasLimit ?? transactionCap, transactionCap)
      return feeCap === undefined ? cap : least(cap, feeCap / (await marketFees()).maxFeePerGas)
    },
    simulate,
    sign,
    /**
     * Signs the same transaction with the same nonce and fees that are at least one eighth higher, because nodes accept no
     * replacement with a smaller rise.
     * @param other another call that takes its place, with its gas limit
     * @returns null if the tip is already far above the market's, so that the fee is not the reason why it is not mined; or if
     * the fee would be above the cap
     */
    async signWithHigherFee(bytes: string, other?: { call: Call; gasLimit: bigint }) {
      const again = Transaction.from(bytes).clone()
      if (other) Object.assign(again, { data: dataOf(other.call), gasLimit: other.gasLimit, accessList: [] })
      const market = await marketFees()
      const maxFeePerGas = raised(again.maxFeePerGas, market.maxFeePerGas)
      const maxPriorityFeePerGas = raised(again.maxPriorityFeePerGas, market.maxPriorityFeePerGas)
      const isFarAbove = maxPriorityFeePerGas > market.maxPriorityFeePerGas * mostTips
      // If the market's fee rose above the transaction's maximum fee, a higher fee helps, even if the tip is high.
      if (isFarAbove && (again.maxFeePerGas ?? 0n) >= market.maxFeePerGas) return null
      if (feeCap !== undefined && maxFeePerGas * again.gasLimit > feeCap) return null
      Object.assign(again, { signature: null, maxFeePerGas, maxPriorityFeePerGas })
      return signTransaction(again)
    },
    /**
     * Broadcasts signed bytes; broadcasting the same bytes again is no error. Throws if the node cannot be reached.
     * @returns 'taken' if the node has the transaction or its nonce is used, 'underpriced' if the fee is too low, 'unfunded' if
     * the signer cannot pay the gas, 'refused' if the node refuses it for another reason
     */
    async broadcast(bytes: string): Promise<'taken' | 'underpriced' | 'unfunded' | 'refused'> {
      try {
        await node.broadcastTransaction(bytes)
      } catch (error) {
        if (isUnderpriced(error)) return 'underpriced'
        if (isUnfunded(error)) return 'unfunded'
        if (isKnown(error)) return 'taken'
        if (isError(error, 'UNKNOWN_ERROR')) return 'refused' // the node has answered, with an error unknown here
        throw error
      }
      return 'taken'
    },
  }
}

export type Sender = ReturnType<typeof openSender>

const least = (one: bigint, other: bigint) => (one < other ? one : other)

function dataOf(call: Call): string {
  const encode = (name: string, ...parameters: unknown[]) =>
    escrowInterface.encodeFunctionData(name, parameters)
  if ('closes' in call) return encode('close', call.closes)
  if ('shrinks' in call) return encode('shrinkEscrow', call.shrinks, call.slots)
  if ('holds' in call) {
    const bitmaps = new Map<string, bigint>()
    for (const { escrowId, slot } of call.holds)
      bitmaps.set(escrowId, (bitmaps.get(escrowId) ?? 0n) | (1n << BigInt(slot)))
    return encode('hold', [...bitmaps.keys()], [...bitmaps.values()])
  }
  const [only, ...others] = call
  return only && others.length === 0
    ? encode('release', only.escrowId, only.slot, only.recipient)
    : encode('releaseBatch', encodeReleases(call))
}

/** Nine eighths of the former fee, or the market's fee if it is higher; in wei. */
const raised = (former: bigint | null, market: bigint) => {
  const least = ((former ?? 0n) * 9n) / 8n + 1n
  return least > market ? least : market
}
