import { dataSlice, getAddress, id, isError, type JsonRpcProvider, type Log, zeroPadValue } from 'ethers'
import { escrowInterface } from './chain-errors.ts'

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

  return {
    async releasedBy(escrowId: string, slot: number): Promise<{ hash: string; recipient: string } | null> {
      const log = await findLog('Released', escrowId, (found) => {
        const slots = escrowInterface.parseLog(found)?.args.slots
        return typeof slots === 'bigint' && ((slots >> BigInt(slot)) & 1n) === 1n
      })
      const receipt = log && (await provider.getTransactionReceipt(log.transactionHash))
      const recipient = receipt && recipientIn(receipt.logs, log, slot)
      return recipient ? { hash: log.transactionHash, recipient } : null
    },
    async closedBy(escrowId: string): Promise<{ hash: string; remainder: bigint } | null> {
      const log = await findLog('Closed', escrowId, () => true)
      return log && { hash: log.transactionHash, remainder: BigInt(log.data) }
    },
  }
}

/**
 * Whom the escrow paid for this slot, by the logs of the whole transaction: the token's transfers out of the escrow stand
 * in the order of the slots of one `Released` after another, lowest first (ITaskEscrow).
 */
function recipientIn(logs: readonly Log[], released: Log, slot: number): string | null {
  const slotsOf = (log: Log) => BigInt(log.data)
  const ofEscrow = ({ address, topics }: Log) =>
    address === released.address && topics[0] === released.topics[0]
  const before = logs.filter((log) => ofEscrow(log) && log.index < released.index).map(slotsOf)
  const lower = slotsOf(released) & ((1n << BigInt(slot)) - 1n)
  const at = [...before, lower].reduce((sum, slots) => sum + countBits(slots), 0)
  const transfers = logs.filter(
    ({ topics }) =>
      topics[0] === transferTopic && topics[1] === zeroPadValue(released.address, 32).toLowerCase(),
  )
  const to = transfers[at]?.topics[2]
  return to ? getAddress(dataSlice(to, 12)) : null
}

const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** The node has answered, and not with logs; one that does not answer at all would not answer a smaller search either. */
const isRefused = (error: unknown) => isError(error, 'UNKNOWN_ERROR') || isError(error, 'SERVER_ERROR')
