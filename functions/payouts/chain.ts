import {
  AbiCoder,
  Contract,
  computeAddress,
  FetchRequest,
  getAddress,
  getBytes,
  isError,
  JsonRpcProvider,
  keccak256,
  Signature,
  Transaction,
  toBeHex,
  verifyMessage,
} from 'ethers'
import { encodeReleases } from '../../contracts/encode-releases.ts'
import type { EscrowState, Terms } from '../../domain/escrow.ts'
import { type Purse, readPurse } from './contract-funds.ts'
import { openLogs } from './escrow-logs.ts'
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

/** What the product asks of the chain. Amounts are base units, times Unix seconds. */
export interface Chain {
  escrowAddress: string
  checksum(address: string): string
  /** The wallet that signed this text (EIP-191), or null for a signature that is none. */
  signerOf(message: string, signature: string): string | null
  escrowId(terms: Terms): string
  /** The escrow's state, or as it was some blocks ago; null when nothing was ever funded under this id. */
  escrow(escrowId: string, blocksAgo?: number): Promise<EscrowState | null>
  /** The operator: the address of the signing key. */
  operator(): Promise<string>
  /** Whom the contract takes releases from. */
  contractOperator(): Promise<string>
  /** The next nonce of this address, a former operator's too, as the latest block has it. */
  nonce(signer: string): Promise<number>
  /** Gas that one transaction may use: the lower of the latest block's limit and what EIP-7825 allows. */
  gasCap(): Promise<bigint>
  /** Gas of one transaction that makes these releases, or why it would revert. */
  simulate(releases: Release[]): Promise<{ gas: bigint } | Refusal>
  /** One signed transaction that makes these releases, at the market's fees; nothing is sent. */
  sign(releases: Release[], nonce: number, gasLimit: bigint): Promise<Signed>
  /** The same two for closing an escrow, which returns what is left in it to its funder. */
  simulateClose(terms: Terms): Promise<{ gas: bigint } | Refusal>
  signClose(terms: Terms, nonce: number, gasLimit: bigint): Promise<Signed>
  /**
   * The same transaction again under the same nonce, an eighth dearer at least (what nodes ask of a replacement).
   * @returns null when it offers far more than the market asks already, so that the fee is not what it waits for
   */
  signDearer(bytes: string): Promise<Signed | null>
  /**
   * Hands in signed bytes; handing in the same again is no error. Throws when the chain cannot be reached.
   * @returns 'underpriced' when the node takes them only with a higher fee, 'unfunded' when their signer cannot pay it,
   * 'refused' when the node has another reason
   */
  broadcast(bytes: string): Promise<'taken' | 'underpriced' | 'unfunded' | 'refused'>
  receipt(hash: string): Promise<Receipt | null>
  /** The transaction that paid this slot, whoever sent it, and to whom; or null. */
  releasedBy(escrowId: string, slot: number): Promise<{ hash: string; recipient: string } | null>
  /** The transaction that closed this escrow, whoever sent it, and what it returned; or null. */
  closedBy(escrowId: string): Promise<{ hash: string; remainder: bigint } | null>
  /** What the escrow contract and its operator hold now. */
  purse(): Promise<Purse>
}

interface Options {
  /** The address of the node, asked for before each call to it. */
  rpcUrl(): Promise<string>
  chainId: number
  escrowAddress: string
  /** The block from which on the escrow's logs are searched. */
  deployBlock: number
  signer: Signer
}

const termsType = 'tuple(address funder,uint96 reward,uint8 slots,uint64 refundableAt,bytes32 salt)'
const coder = AbiCoder.defaultAbiCoder()

/** How many times the market's tip the fee of a stuck transaction may grow to: a halted chain must not empty the purse. */
const farMore = 8n

/** Gas of one transaction at most (EIP-7825). */
const transactionCap = 16_777_216n

/** Milliseconds that one call to the node may take. */
const rpcTimeout = 10_000

/** Opens the chain behind an RPC endpoint, with the operator's key. */
export function openChain({ rpcUrl, chainId, escrowAddress, deployBlock, signer }: Options): Chain {
  const request = new FetchRequest('http://the-node.invalid')
  request.preflightFunc = async (call) => {
    call.url = await rpcUrl()
    return call
  }
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

  const closing = (terms: Terms) => escrowInterface.encodeFunctionData('close', [terms])
  const releasing = (releases: Release[]) => {
    const [only, ...others] = releases
    return only && others.length === 0
      ? escrowInterface.encodeFunctionData('release', [only.escrowId, only.slot, only.recipient])
      : escrowInterface.encodeFunctionData('releaseBatch', [encodeReleases(releases)])
  }

  async function simulate(data: string): Promise<{ gas: bigint } | Refusal> {
    try {
      return { gas: await provider.estimateGas({ from: await operator(), to: escrowAddress, data }) }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) return refusal
      throw error
    }
  }

  const sign = async (data: string, nonce: number, gasLimit: bigint) =>
    signed(
      Transaction.from({
        type: 2,
        chainId,
        to: escrowAddress,
        data,
        nonce,
        gasLimit,
        ...(await marketFees()),
      }),
    )

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
    async escrow(escrowId, blocksAgo = 0) {
      const blockTag = blocksAgo ? Math.max(0, (await provider.getBlockNumber()) - blocksAgo) : 'latest'
      const asked = contract.getFunction('escrows').staticCall(escrowId, { blockTag })
      const state = await asked.catch((error: unknown) => {
        if (blocksAgo > 0 && isError(error, 'BAD_DATA')) return null // the contract was not there yet
        throw error
      })
      if (!state) return null
      const [reward, slots, paidCount, closed, paidBitmap] = state
      if (reward === 0n) return null
      return { reward, slots: Number(slots), paidCount: Number(paidCount), closed, paidBitmap }
    },
    contractOperator: () => contract.getFunction('operator').staticCall(),
    nonce: (address) => provider.getTransactionCount(address, 'latest'),
    async gasCap() {
      const block = await provider.getBlock('latest')
      return block && block.gasLimit < transactionCap ? block.gasLimit : transactionCap
    },
    simulate: (releases) => simulate(releasing(releases)),
    sign: (releases, nonce, gasLimit) => sign(releasing(releases), nonce, gasLimit),
    simulateClose: (terms) => simulate(closing(terms)),
    signClose: (terms, nonce, gasLimit) => sign(closing(terms), nonce, gasLimit),
    async signDearer(bytes) {
      const again = Transaction.from(bytes).clone()
      const market = await marketFees()
      const maxFeePerGas = dearer(again.maxFeePerGas, market.maxFeePerGas)
      const maxPriorityFeePerGas = dearer(again.maxPriorityFeePerGas, market.maxPriorityFeePerGas)
      const isFarMore = maxPriorityFeePerGas > market.maxPriorityFeePerGas * farMore
      // A base fee that rose above it is what it waits for, whatever tip it offers.
      if (isFarMore && (again.maxFeePerGas ?? 0n) >= market.maxFeePerGas) return null
      Object.assign(again, { signature: null, maxFeePerGas, maxPriorityFeePerGas })
      return signed(again)
    },
    async broadcast(bytes) {
      try {
        await provider.broadcastTransaction(bytes)
      } catch (error) {
        if (isUnderpriced(error)) return 'underpriced'
        if (isUnfunded(error)) return 'unfunded'
        if (isKnown(error)) return 'taken'
        if (isError(error, 'UNKNOWN_ERROR')) return 'refused' // an answer, and not one that we know
        throw error
      }
      return 'taken'
    },
    async receipt(hash) {
      const found = await provider.getTransactionReceipt(hash)
      return found && { ok: found.status === 1, confirmations: await found.confirmations() }
    },
    ...openLogs(provider, escrowAddress, deployBlock),
    purse: async () => readPurse(contract, await operator()),
  }
}

const dearer = (was: bigint | null, market: bigint) => {
  const raised = ((was ?? 0n) * 9n) / 8n + 1n
  return raised > market ? raised : market
}
