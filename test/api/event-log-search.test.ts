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

/** The chain behind a node that searches at most so many blocks for logs; `searched` has the blocks of each search. */
async function nodeThatSearches<T>(
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

test('a node that limits a search for logs is asked for fewer blocks', async () => {
  await nodeThatSearches(300, async (chain, searched) => {
    expect(await chain.releasedBy(escrowId, slot)).toEqual({ hash: transactionHash, recipient })
    expect(searched[0]).toBeGreaterThan(1000)
    expect(searched.at(-1)).toBeLessThanOrEqual(300)
  })
})

test('a node that searches no logs at all is soon believed', async () => {
  await nodeThatSearches(0, async (chain, searched) => {
    await expect(chain.closedBy(escrowId)).rejects.toThrow('block range is too large')
    expect(searched.length).toBeLessThanOrEqual(10)
  })
})

test('a search ends somewhere, however old the contract is', async () => {
  await provider.send('hardhat_mine', ['0xf4240'])
  await nodeThatSearches(5000, async (chain, searched) => {
    expect(await chain.closedBy(escrowId)).toBe(null)
    expect(searched.length).toBe(100)
  })
})
