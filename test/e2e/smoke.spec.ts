import { smoke } from '../../ops/smoke.ts'
import { expect, test } from './fixtures.ts'

test('The smoke test for deployed sites passes against the local marketplace', async ({ baseURL }) => {
  for await (const { check, problem } of smoke(baseURL ?? ''))
    expect({ check, problem }).toEqual({ check, problem: null })
})
