import { isError, type JsonRpcProvider, type Log } from 'ethers'
import { escrowInterface } from './chain-errors.ts'

/** Blocks that one search for logs covers: at first, and at least, for nodes that refuse as many. */
const logWindow = { first: 5000, least: 100 }

/** Searches for one log: what is further back is not found. */
const mostSearches = 100

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
    async releasedBy(escrowId: string, slot: number): Promise<string | null> {
      const log = await findLog('Released', escrowId, (found) => {
        const slots = escrowInterface.parseLog(found)?.args.slots
        return typeof slots === 'bigint' && ((slots >> BigInt(slot)) & 1n) === 1n
      })
      return log?.transactionHash ?? null
    },
    async closedBy(escrowId: string): Promise<{ hash: string; remainder: bigint } | null> {
      const log = await findLog('Closed', escrowId, () => true)
      return log && { hash: log.transactionHash, remainder: BigInt(log.data) }
    },
  }
}

/** The node has answered, and not with logs; one that does not answer at all would not answer a smaller search either. */
const isRefused = (error: unknown) => isError(error, 'UNKNOWN_ERROR') || isError(error, 'SERVER_ERROR')
