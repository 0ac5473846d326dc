import { toBaseUnits } from '../../domain/escrow.ts'
import { settle } from '../../functions/payouts/settle.ts'
import * as refunds from '../../functions/table/refunds.ts'
import {
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  submittedTo,
} from '../support/isolated-fixture.ts'

const close = 'POST /api/tasks/{id}/close'

// This test has its own file, because its settle runs use a later clock and hold leases until that later time.
test('A refund, or its first part, that a chain reorganisation reverted is sent again, and a final one leaves the index of refunds to confirm', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { poster: other, task: undecided } = await postedTask({ reward: 10, maxCompletions: 5 })
  await submittedTo(undecided)
  const otherBefore = await other.balance()
  const before = await poster.balance()
  const snapshot = await provider.send('evm_snapshot', [])
  await poster.call(close, { id: task.id })
  await other.call(close, { id: undecided.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await poster.call(close, { id: task.id })).toMatchObject({ status: 'paid' })
  expect(await other.call(close, { id: undecided.id })).toMatchObject({ firstPart: { status: 'paid' } })
  await provider.send('evm_revert', [snapshot])
  expect((await poster.balance()) - before).toBe(0n)
  expect((await other.balance()) - otherBefore).toBe(0n)
  await provider.send('hardhat_mine', ['0x2']) // changes the base fee, so that the second refund is a different transaction
  const settleIn = (milliseconds: number) => {
    const later = openOwnServices({ now: () => Date.now() + milliseconds })
    return settle(later, inFiveSeconds(later))
  }
  expect(await settleIn(70_000)).toBe('done')
  const again = await poster.call(close, { id: task.id })
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))
  expect((await other.balance()) - otherBefore).toBe(toBaseUnits(40))
  expect(await own.chain.receipt(again.transactionHash ?? '')).toMatchObject({ ok: true })

  const confirmingTaskIds = async () => (await refunds.confirming(own.table, '9999', 100)).map(({ id }) => id)
  expect((await confirmingTaskIds()).sort()).toEqual([task.id, undecided.id].sort())
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settleIn(150_000)).toBe('done')
  expect(await confirmingTaskIds()).toEqual([])
})
