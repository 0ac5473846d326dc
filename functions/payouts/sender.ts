import { Contract, getBytes, isError, keccak256, Signature, Transaction, toBeHex } from 'ethers'
import { type AccessListEntry, accessListOf } from '../../contracts/access-list.ts'
import { encodeReleases } from '../../contracts/encode-releases.ts'
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

export interface Release {
  escrowId: string
  slot: number
  recipient: string
}

/** A signed transaction: its hash, and the bytes to broadcast. */
export interface Signed {
  hash: string
  bytes: string
}

/** Simulates, signs and broadcasts the escrow contract's transactions. Only `settle` has one. */
export interface Sender {
  /** The wallet of the signing key. */
  address(): Promise<string>
  /** The next nonce of a wallet at the latest block. The wallet may be that of a former signing key. */
  nonce(wallet: string): Promise<number>
  /** Gas that one transaction may use: the lower of the latest block's limit and EIP-7825's cap. */
  gasCap(): Promise<bigint>
  /** Gas of one transaction that makes these releases, or why it would revert. */
  simulate(releases: Release[]): Promise<{ gas: bigint } | Refusal>
  /**
   * Signs one transaction that makes these releases, with the market's fees and an access list if the list saves gas. It does
   * not send it.
   */
  sign(releases: Release[], nonce: number, gasLimit: bigint): Promise<Signed>
  /**
   * Simulates and signs like `simulate` and `sign`, for closing an escrow, which returns the remainder to its funder.
   */
  simulateClose(terms: Terms): Promise<{ gas: bigint } | Refusal>
  signClose(terms: Terms, nonce: number, gasLimit: bigint): Promise<Signed>
  /**
   * Signs the same transaction with the same nonce and fees that are at least one eighth higher, because nodes accept no
   * replacement with a smaller rise.
   * @returns null if the tip is already far above the market's; then the fee is not the reason why it is not mined
   */
  signWithHigherFee(bytes: string): Promise<Signed | null>
  /**
   * Broadcasts signed bytes; broadcasting the same bytes again is no error. Throws if the node cannot be reached.
   * @returns 'taken' if the node has the transaction or its nonce is used, 'underpriced' if the fee is too low, 'unfunded' if
   * the signer cannot pay the gas, 'refused' if the node refuses it for another reason
   */
  broadcast(bytes: string): Promise<'taken' | 'underpriced' | 'unfunded' | 'refused'>
}

/** The highest tip of a replacement, as a multiple of the market's tip. Otherwise a halted chain could use up the signer's coins. */
const mostTips = 8n

/** The most gas of one transaction (EIP-7825). */
const transactionCap = 16_777_216n

/** Opens the sender with the operator's key. */
export function openSender(node: Node, escrowAddress: string, key: Signer): Sender {
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

  async function simulate(data: string): Promise<{ gas: bigint } | Refusal> {
    try {
      return { gas: await node.estimateGas({ from: await address(), to: escrowAddress, data }) }
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
    tokenAddress ??= new Contract(escrowAddress, escrowInterface, node).getFunction('token').staticCall()
    const accessList = accessListOf({ escrow: escrowAddress, token: await tokenAddress }, releases)
    const call = { from: await address(), to: escrowAddress, data: releaseData(releases) }
    const [without, withList] = await Promise.all([
      node.estimateGas(call),
      node.estimateGas({ ...call, accessList }),
    ])
    return withList < without ? accessList : []
  }

  async function sign(
    data: string,
    nonce: number,
    gasLimit: bigint,
    accessList: AccessListEntry[] = [],
  ): Promise<Signed> {
    const { chainId } = await node.getNetwork()
    const fees = await marketFees()
    return signTransaction(
      Transaction.from({ type: 2, chainId, to: escrowAddress, data, nonce, gasLimit, accessList, ...fees }),
    )
  }

  return {
    address,
    nonce: (wallet) => node.getTransactionCount(wallet, 'latest'),
    async gasCap() {
      const block = await node.getBlock('latest')
      return block && block.gasLimit < transactionCap ? block.gasLimit : transactionCap
    },
    simulate: (releases) => simulate(releaseData(releases)),
    async sign(releases, nonce, gasLimit) {
      // The list only saves gas, so a failure to make it must not stop the payouts.
      const accessList = await accessListFor(releases).catch(() => {
        tokenAddress = undefined
        return []
      })
      return sign(releaseData(releases), nonce, gasLimit, accessList)
    },
    simulateClose: (terms) => simulate(closeData(terms)),
    signClose: (terms, nonce, gasLimit) => sign(closeData(terms), nonce, gasLimit),
    async signWithHigherFee(bytes) {
      const again = Transaction.from(bytes).clone()
      const market = await marketFees()
      const maxFeePerGas = raised(again.maxFeePerGas, market.maxFeePerGas)
      const maxPriorityFeePerGas = raised(again.maxPriorityFeePerGas, market.maxPriorityFeePerGas)
      const isFarAbove = maxPriorityFeePerGas > market.maxPriorityFeePerGas * mostTips
      // If the market's fee rose above the transaction's maximum fee, a higher fee helps, even if the tip is high.
      if (isFarAbove && (again.maxFeePerGas ?? 0n) >= market.maxFeePerGas) return null
      Object.assign(again, { signature: null, maxFeePerGas, maxPriorityFeePerGas })
      return signTransaction(again)
    },
    async broadcast(bytes) {
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

const closeData = (terms: Terms) => escrowInterface.encodeFunctionData('close', [terms])

function releaseData(releases: Release[]): string {
  const [only, ...others] = releases
  return only && others.length === 0
    ? escrowInterface.encodeFunctionData('release', [only.escrowId, only.slot, only.recipient])
    : escrowInterface.encodeFunctionData('releaseBatch', [encodeReleases(releases)])
}

/** Nine eighths of the former fee, or the market's fee if it is higher; in wei. */
const raised = (former: bigint | null, market: bigint) => {
  const least = ((former ?? 0n) * 9n) / 8n + 1n
  return least > market ? least : market
}
