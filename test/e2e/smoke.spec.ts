import { Wallet } from 'ethers'
import { smoke } from '../../functions/canary/smoke.ts'
import { expect, test } from './fixtures.ts'

test('The smoke test for deployed sites passes twice with the same wallet against the local marketplace', async ({
  baseURL,
}) => {
  const wallet = Wallet.createRandom()
  for (const _ of ['first', 'second'])
    for await (const { check, problem } of smoke(baseURL ?? '', wallet))
      expect({ check, problem }).toEqual({ check, problem: null })
})
