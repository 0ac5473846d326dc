import type { JsonRpcProvider, Log } from 'ethers'
import { escrowInterface } from './chain-errors.ts'

/** Blocks that one search for logs covers. */
const logWindow = 5000

/** What the escrow contract's logs tell, from the block of its deployment on. */
export function openLogs(provider: JsonRpcProvider, address: string, deployBlock: number) {
  /** The escrow's newest log of this event that fits. Nodes limit a search, so it goes back window by window. */
  async function findLog(event: string, escrowId: string, fits: (log: Log) => boolean): Promise<Log | null> {
    const topics = escrowInterface.encodeFilterTopics(event, [escrowId])
    for (let toBlock = await provider.getBlockNumber(); toBlock >= deployBlock; toBlock -= logWindow) {
      const fromBlock = Math.max(deployBlock, toBlock - logWindow + 1)
      const logs = await provider.getLogs({ address, topics, fromBlock, toBlock })
      const found = logs.findLast(fits)
      if (found) return found
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
