import {
  AbiCoder,
  Contract,
  computeAddress,
  FetchRequest,
  getAddress,
  getBytes,
  Interface,
  isError,
  JsonRpcProvider,
  keccak256,
  Signature,
  Transaction,
  toBeHex,
  verifyMessage,
} from 'ethers'
import { escrowAbi } from '../contracts/abi.ts'
import { encodeReleases } from '../contracts/encoding.ts'
import type { EscrowState, Terms } from '../domain/escrow.ts'
import type { Signer } from './signer.ts'

export interface Release {
  escrowId: string
  slot: number
  recipient: string
}

/** A signed transaction, ready to hand in. */
export interface Signed {
  hash: string
  bytes: string
}

export interface Receipt {
  /** False when the transaction was mined and reverted. */
  ok: boolean
  /** Blocks on top of and including its own. */
  confirmations: number
}

/** Why a simulated release would revert: the contract's error name and a sentence. */
export interface Refusal {
  error: string
  reason: string
}

/** What the product asks of the chain. Amounts are base units, times Unix seconds. */
export interface Chain {
  escrowAddress: string
  checksum(address: string): string
  /** The wallet that signed this text (EIP-191), or null for a signature that is none. */
  signerOf(message: string, signature: string): string | null
  escrowId(terms: Terms): string
  /** The escrow's state, or null when nothing was ever funded under this id. */
  escrow(escrowId: string): Promise<EscrowState | null>
  /** The operator: the address of the signing key. */
  operator(): Promise<string>
  nonce(): Promise<number>
  /** Gas of one transaction that makes these releases, or why it would revert. */
  simulate(releases: Release[]): Promise<{ gas: bigint } | Refusal>
  /** One signed transaction that makes these releases, at the market's fees; nothing is sent. */
  sign(releases: Release[], nonce: number, gasLimit: bigint): Promise<Signed>
  /**
   * The same transaction again under the same nonce, an eighth dearer at least (what nodes ask of a replacement).
   * @returns null when it offers far more than the market asks already, so that the fee is not what it waits for
   */
  signDearer(bytes: string): Promise<Signed | null>
  /**
   * Hands in signed bytes; handing in the same again is no error. Throws when the chain cannot be reached.
   * @returns 'underpriced' when the node takes them only with a higher fee
   */
  broadcast(bytes: string): Promise<'taken' | 'underpriced'>
  receipt(hash: string): Promise<Receipt | null>
  /** The transaction that paid this slot, or null. */
  releasedBy(escrowId: string, slot: number): Promise<string | null>
}

interface Options {
  rpcUrl: string
  chainId: number
  escrowAddress: string
  signer: Signer
}

const termsType = 'tuple(address funder,uint96 reward,uint8 slots,uint64 refundableAt,bytes32 salt)'
const coder = AbiCoder.defaultAbiCoder()
const escrowInterface = new Interface(escrowAbi)

/** How many times the market's tip the fee of a stuck transaction may grow to: a halted chain must not empty the purse. */
const farMore = 8n

/** Milliseconds that one call to the node may take. */
const rpcTimeout = 10_000

/** Opens the chain behind an RPC endpoint, with the operator's key. */
export function openChain({ rpcUrl, chainId, escrowAddress, signer }: Options): Chain {
  const request = new FetchRequest(rpcUrl)
  request.timeout = rpcTimeout
  const provider = new JsonRpcProvider(request, chainId, {
    staticNetwork: true,
    pollingInterval: 200,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
  const contract = new Contract(escrowAddress, escrowInterface, provider)
  const operator = async () => computeAddress(`0x${Buffer.from(await signer.publicKey()).toString('hex')}`)

  async function marketFees() {
    const { maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData()
    if (maxFeePerGas === null || maxPriorityFeePerGas === null)
      throw new Error('The chain has no EIP-1559 fees')
    return { maxFeePerGas, maxPriorityFeePerGas }
  }

  async function signed(transaction: Transaction): Promise<Signed> {
    const { r, s, yParity } = await signer.sign(getBytes(transaction.unsignedHash))
    transaction.signature = Signature.from({ r: toBeHex(r, 32), s: toBeHex(s, 32), yParity })
    return { hash: keccak256(transaction.serialized), bytes: transaction.serialized }
  }

  const callData = (releases: Release[]) => {
    const [only, ...others] = releases
    return only && others.length === 0
      ? escrowInterface.encodeFunctionData('release', [only.escrowId, only.slot, only.recipient])
      : escrowInterface.encodeFunctionData('releaseBatch', [encodeReleases(releases)])
  }

  return {
    escrowAddress,
    operator,
    checksum: getAddress,
    signerOf(message, signature) {
      try {
        return verifyMessage(message, signature)
      } catch {
        return null // not a signature at all
      }
    },
    escrowId: (terms) => keccak256(coder.encode([termsType], [terms])),
    async escrow(escrowId) {
      const [reward, slots, paidCount, closed, paidBitmap] = await contract
        .getFunction('escrows')
        .staticCall(escrowId)
      if (reward === 0n) return null
      return { reward, slots: Number(slots), paidCount: Number(paidCount), closed, paidBitmap }
    },
    nonce: async () => provider.getTransactionCount(await operator(), 'latest'),
    async simulate(releases) {
      try {
        const gas = await provider.estimateGas({
          from: await operator(),
          to: escrowAddress,
          data: callData(releases),
        })
        return { gas }
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal) return refusal
        throw error
      }
    },
    async sign(releases, nonce, gasLimit) {
      const fees = await marketFees()
      return signed(
        Transaction.from({
          type: 2,
          chainId,
          to: escrowAddress,
          data: callData(releases),
          nonce,
          gasLimit,
          ...fees,
        }),
      )
    },
    async signDearer(bytes) {
      const again = Transaction.from(bytes).clone()
      const market = await marketFees()
      const maxFeePerGas = dearer(again.maxFeePerGas, market.maxFeePerGas)
      const maxPriorityFeePerGas = dearer(again.maxPriorityFeePerGas, market.maxPriorityFeePerGas)
      if (maxPriorityFeePerGas > market.maxPriorityFeePerGas * farMore) return null
      Object.assign(again, { signature: null, maxFeePerGas, maxPriorityFeePerGas })
      return signed(again)
    },
    async broadcast(bytes) {
      try {
        await provider.broadcastTransaction(bytes)
      } catch (error) {
        if (isUnderpriced(error)) return 'underpriced'
        if (!isKnown(error)) throw error
      }
      return 'taken'
    },
    async receipt(hash) {
      const found = await provider.getTransactionReceipt(hash)
      return found && { ok: found.status === 1, confirmations: await found.confirmations() }
    },
    async releasedBy(escrowId, slot) {
      const topics = escrowInterface.encodeFilterTopics('Released', [escrowId])
      const logs = await provider.getLogs({ address: escrowAddress, topics, fromBlock: 0 })
      for (const log of logs) {
        const slots = escrowInterface.parseLog(log)?.args.slots
        if (typeof slots === 'bigint' && (slots >> BigInt(slot)) & 1n) return log.transactionHash
      }
      return null
    },
  }
}

const dearer = (was: bigint | null, market: bigint) => {
  const raised = ((was ?? 0n) * 9n) / 8n + 1n
  return raised > market ? raised : market
}

/** The node has these bytes, or their nonce is used: their receipt decides. */
function isKnown(error: unknown): boolean {
  if (isError(error, 'NONCE_EXPIRED') || isError(error, 'REPLACEMENT_UNDERPRICED')) return true
  return /already known|known transaction|already imported|nonce too low/i.test(String(error))
}

/** The fee of these bytes fell behind what the node takes; no other version of them is with the node. */
function isUnderpriced(error: unknown): boolean {
  if (isError(error, 'REPLACEMENT_UNDERPRICED')) return false
  return /max ?fee ?per ?gas\b.*(?:too low|less than)|fee ?too ?low|(?<!replacement )transaction underpriced/i.test(
    String(error),
  )
}

/** The contract's own words for a revert, or null when the error is none. */
function refusalOf(error: unknown): Refusal | null {
  if (!isError(error, 'CALL_EXCEPTION')) return null
  // A node's own trouble (a limit, a missing block) comes as the same exception, but without data.
  if (!error.data || error.data === '0x') return { error: 'NoRevertData', reason: error.shortMessage }
  const parsed = escrowInterface.parseError(error.data)
  const name = parsed?.name ?? error.revert?.name ?? 'Unknown'
  return { error: name, reason: parsed ? `${name}(${parsed.args.join(', ')})` : (error.reason ?? name) }
}
