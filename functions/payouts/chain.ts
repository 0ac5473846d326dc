import {
  Contract,
  computeAddress,
  FetchRequest,
  isError,
  isHexString,
  JsonRpcProvider,
  verifyMessage,
} from 'ethers'
import { escrowId, stateOf } from '../../contracts/escrow-encoding.ts'
import { AppError } from '../../domain/errors.ts'
import type { EscrowState, Terms } from '../../domain/escrow.ts'
import { readAnnouncements, readFunds } from './escrow-funds.ts'
import type { Signer } from './kms-signer.ts'
import { escrowInterface } from './node-errors.ts'

export interface Receipt {
  /** False when the transaction was mined and reverted. */
  ok: boolean
  /** The number of blocks from the transaction's block to the newest, both counted. */
  confirmations: number
  /** What the signer paid for the transaction, in wei. */
  fee: bigint
}

export type Node = JsonRpcProvider

/** Milliseconds that one call to the node may take. */
const rpcTimeout = 10_000

/** Opens the connection to a node. `rpcUrl` gives the node's URL and is called before each request. */
export function openNode(rpcUrl: () => Promise<string>, chainId: number): Node {
  const request = new FetchRequest('http://the-node.invalid')
  request.preflightFunc = async (call) => {
    call.url = await rpcUrl()
    return call
  }
  request.timeout = rpcTimeout
  return new JsonRpcProvider(request, chainId, {
    staticNetwork: true,
    pollingInterval: 200,
    batchMaxCount: 1,
    cacheTimeout: -1,
  })
}

/** The wallet (checksummed) of a signing key. */
export const walletOf = async (key: Pick<Signer, 'publicKey'>): Promise<string> =>
  computeAddress(`0x${Buffer.from(await key.publicKey()).toString('hex')}`)

/**
 * What the product reads from the chain. Amounts are base units of TAX, times are Unix seconds. Only the public key of the
 * signing key is used.
 */
export function openChain(
  node: Node,
  contracts: () => Promise<{ escrow: string } | null>,
  key: Pick<Signer, 'publicKey'>,
) {
  /** @throws AppError `unavailable` while the stage has no contracts */
  async function escrowAddress() {
    const found = await contracts()
    if (!found) throw new AppError('unavailable', 'Payments are not set up on this site yet')
    return found.escrow
  }
  const contract = async () => new Contract(await escrowAddress(), escrowInterface, node)
  const call = async (name: string, ...args: unknown[]) =>
    (await contract()).getFunction(name).staticCall(...args)
  const operator = () => walletOf(key)
  return {
    escrowAddress,
    /** The wallet of the signing key. */
    operator,
    /** The wallet that signed this text (EIP-191), or null when the signature is malformed. */
    async signerOf(message: string, signature: string) {
      try {
        return verifyMessage(message, signature)
      } catch {
        return null // malformed
      }
    },
    escrowId: async (terms: Terms) => escrowId(terms),
    /** The escrow's state now, or `blocksAgo` blocks ago; null if no escrow with this id was funded. */
    async escrow(id: string, blocksAgo = 0): Promise<EscrowState | null> {
      const blockTag = blocksAgo ? Math.max(0, (await node.getBlockNumber()) - blocksAgo) : 'latest'
      const read = call('escrows', id, { blockTag })
      const state = await read.catch((error: unknown) => {
        if (blocksAgo > 0 && isError(error, 'BAD_DATA')) return null // the contract was not deployed yet
        throw error
      })
      return state && stateOf(state)
    },
    /** What the operator may still release today (UTC), in base units. */
    leftToday: (): Promise<bigint> => call('availableToday'),
    /** What the operator may release in a day (UTC), in base units. */
    dailyLimit: (): Promise<bigint> => call('dailyLimit'),
    /** The wallet whose releases the contract accepts. */
    contractOperator: (): Promise<string> => call('operator'),
    async receipt(hash: string): Promise<Receipt | null> {
      if (!isHexString(hash, 32)) return null // a damaged item must not stop the others
      const found = await node.getTransactionReceipt(hash)
      return found && { ok: found.status === 1, confirmations: await found.confirmations(), fee: found.fee }
    },
    funds: async () => readFunds(await contract(), await operator()),
    announcements: async () => readAnnouncements(await contract()),
  }
}

export type Chain = ReturnType<typeof openChain>
