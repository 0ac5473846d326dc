import { afterAll, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { handler } from '../../functions/handlers/settle.ts'
import { createDuePayout, payoutOf, stack } from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

test('Without the stream, the scheduled handler pays a due payout, and a second run pays nothing more', async () => {
  const one = await createDuePayout()
  expect(await one.doer.balance()).toBe(0n)

  expect(await handler()).toMatchObject({ outcome: 'done' })
  expect(await payoutOf(one)).toMatchObject({ status: 'paid' })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect(await handler()).toMatchObject({ outcome: 'done' })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})
