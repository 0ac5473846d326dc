import {
  Contract,
  dataSlice,
  getAddress,
  id,
  isError,
  type JsonRpcProvider,
  type Log,
  zeroPadValue,
} from 'ethers'
import { escrowInterface } from './node-errors.ts'

/** Blocks that one search for logs covers: at first, and at least, for nodes that refuse as many. */
const logWindow = { first: 5000, least: 100 }

/** Searches for one log: what is further back is not found. */
const mostSearches = 100

const transferTopic = id('Transfer(address,address,uint256)')

/** What the escrow contract's logs tell, from the block of its deployment on. */
export function openLogs(provider: JsonRpcProvider, address: string, deployBlock: number) {
  /**
   * The escrow's newest log of this event that fits, or null when the searches allowed don't find one. Nodes limit a
   * search, so it goes back window by window, by smaller ones where the node refuses.
   */
  async function findLog(event: string, escrowId: string, fits: (log: Log) => boolean): Promise<Log | null> {
    const topics = escrowInterface.encodeFilterTopics(event, [escrowId])
    let toBlock = await provider.getBlockNumber()
    let blocks = logWindow.first
    for (let searches = 0; toBlock >= deployBlock && searches < mostSearches; searches++) {
      const fromBlock = Math.max(deployBlock, toBlock - blocks + 1)
      const logs = await provider.getLogs({ address, topics, fromBlock, toBlock }).catch((error: unknown) => {
        if (blocks === logWindow.least || !isRefused(error)) throw error
        return null
      })
      if (logs) {
        const found = logs.findLast(fits)
        if (found) return found
        toBlock = fromBlock - 1
      } else blocks = Math.max(logWindow.least, Math.floor(blocks / 2))
    }
    return null
  }

  const escrow = getAddress(address)
  const contract = new Contract(address, escrowInterface, provider)
  let asked: Promise<string> | undefined
  /** The token that the escrow pays in, which never changes. */
  function tokenAddress(): Promise<string> {
    asked ??= contract
      .getFunction('token')
      .staticCall()
      .catch((error: unknown) => {
        asked = undefined
        throw error
      })
    return asked
  }

  return {
    async releasedBy(escrowId: string, slot: number): Promise<{ hash: string; recipient: string } | null> {
      const pays = (log: Log) => ((slotsOf(log) >> BigInt(slot)) & 1n) === 1n
      const found = await findLog('Released', escrowId, pays)
      const receipt = found && (await provider.getTransactionReceipt(found.transactionHash))
      if (!receipt) return null
      const [name, ofEscrow] = found.topics
      const at = receipt.logs.findIndex(
        (log) => log.address === escrow && log.topics[0] === name && log.topics[1] === ofEscrow && pays(log),
      )
      const recipient = recipientAfter(receipt.logs, at, slot, escrow, await tokenAddress())
      return recipient ? { hash: found.transactionHash, recipient } : null
    },
    async closedBy(escrowId: string): Promise<{ hash: string; remainder: bigint } | null> {
      const log = await findLog('Closed', escrowId, () => true)
      return log && { hash: log.transactionHash, remainder: BigInt(log.data) }
    },
  }
}

/**
 * Whom the escrow paid for this slot, by the logs of a transaction: after the `Released` at this position come the token's
 * own transfers out of the escrow, one for each of its slots, lowest first (ITaskEscrow). What another contract logs, or
 * what was paid before, does not count: whoever has the key may have made it up.
 */
function recipientAfter(logs: readonly Log[], at: number, slot: number, escrow: string, token: string) {
  const released = logs[at]
  if (!released) return null
  const from = zeroPadValue(escrow, 32).toLowerCase()
  const transfers = logs
    .slice(at + 1)
    .filter(({ address, topics }) => address === token && topics[0] === transferTopic && topics[1] === from)
  const lower = slotsOf(released) & ((1n << BigInt(slot)) - 1n)
  const to = transfers[countBits(lower)]?.topics[2]
  return to ? getAddress(dataSlice(to, 12)) : null
}

const slotsOf = (released: Log) => BigInt(released.data)
const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** The node has answered, and not with logs; one that does not answer at all would not answer a smaller search either. */
const isRefused = (error: unknown) => isError(error, 'UNKNOWN_ERROR') || isError(error, 'SERVER_ERROR')
