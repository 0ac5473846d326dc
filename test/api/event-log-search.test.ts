import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../functions/config.ts'
import { openServices } from '../../functions/context.ts'
import { settle } from '../../functions/payouts/settle.ts'
import {
  connection,
  createDuePayout,
  inFiveSeconds,
  own,
  payoutOf,
  provider,
  stack,
} from '../support/isolated-fixture.ts'
import { startRpcProxy } from '../support/rpc-proxy.ts'

afterAll(() => stack.close())

const blocksOf = (filter: unknown) => {
  const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
  return Number(toBlock) - Number(fromBlock) + 1
}

/** Calls `work` with a chain client whose node refuses eth_getLogs over more than `most` blocks; `searched` lists the number of blocks of each search. */
async function withLogLimit<T>(
  most: number,
  work: (chain: typeof own.chain, searched: number[]) => Promise<T>,
) {
  const searched: number[] = []
  const node = await startRpcProxy(connection.rpcUrl, ({ method, params }) => {
    if (method !== 'eth_getLogs') return null
    const blocks = blocksOf(params[0])
    searched.push(blocks)
    return blocks > most ? 'block range is too large' : null
  })
  const { chain } = openServices(readConfig({ ...connection.env, RPC_URL: node.rpcUrl }))
  return work(chain, searched).finally(() => node.close())
}

const one = await createDuePayout()
await settle(own, inFiveSeconds())
const { escrowId, recipient, slot, transactionHash } = await payoutOf(one)
await provider.send('hardhat_mine', ['0x400'])

test('When a node limits the block range of a log search, the search continues with smaller ranges', async () => {
  await withLogLimit(300, async (chain, searched) => {
    expect(await chain.releasedBy(escrowId, slot)).toEqual({ hash: transactionHash, recipient })
    expect(searched[0]).toBeGreaterThan(1000)
    expect(searched.at(-1)).toBeLessThanOrEqual(300)
  })
})

test('When a node refuses every log search, the search fails after at most ten requests', async () => {
  await withLogLimit(0, async (chain, searched) => {
    await expect(chain.closedBy(escrowId)).rejects.toThrow('block range is too large')
    expect(searched.length).toBeLessThanOrEqual(10)
  })
})

test('A log search stops after 100 requests on a chain with a million blocks', async () => {
  await provider.send('hardhat_mine', ['0xf4240'])
  await withLogLimit(5000, async (chain, searched) => {
    expect(await chain.closedBy(escrowId)).toBe(null)
    expect(searched.length).toBe(100)
  })
})
