import { smoke } from '../../ops/smoke.ts'
import { expect, test } from './fixtures.ts'

test('The smoke test that ops run against a deployed site finds nothing wrong with this one', async ({
  baseURL,
}) => {
  for await (const { check, problem } of smoke(baseURL ?? ''))
    expect({ check, problem }).toEqual({ check, problem: null })
})
