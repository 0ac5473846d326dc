import { afterAll, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as refunds from '../../functions/table/refunds.ts'
import {
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  stack,
} from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

const close = 'POST /api/tasks/{id}/close'

// Alone in its file: its settlers come from the future, and their leases last until then.
test('a refund that a reorganisation took back is made again, and a final one is left alone', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const before = await poster.balance()
  const snapshot = await provider.send('evm_snapshot', [])
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'paid' })
  await provider.send('evm_revert', [snapshot])
  expect((await poster.balance()) - before).toBe(0n)
  await provider.send('hardhat_mine', ['0x2']) // other fees, so that the second time is not the same transaction
  const settleIn = (milliseconds: number) => {
    const later = openOwnServices({ now: () => Date.now() + milliseconds })
    return settle(later, inFiveSeconds(later))
  }
  expect(await settleIn(70_000)).toBe('done')
  const again = await poster.call(close, { id: task.id })
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))
  expect(await own.chain.receipt(again.transactionHash ?? '')).toMatchObject({ ok: true })

  const inIndex = async () => (await refunds.confirming(own.table, '9999', 100)).map(({ id }) => id)
  expect(await inIndex()).toContain(task.id)
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settleIn(150_000)).toBe('done')
  expect(await inIndex()).not.toContain(task.id)
})
