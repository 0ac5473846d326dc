import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as refunds from '../../functions/table/refunds.ts'
import { update } from '../../functions/table/table.ts'
import { sendAsOperator } from '../support/escrow-operator.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

const close = 'POST /api/tasks/{id}/close'

// These tests have their own file, because their settle runs use a later clock and hold leases until that later time.
const settleIn = (milliseconds: number) => {
  const later = openOwnServices({ now: () => Date.now() + milliseconds })
  return settle(later, inFiveSeconds(later))
}
const confirmingTaskIds = async () => (await refunds.confirming(own.table, '9999', 100)).map(({ id }) => id)

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
  expect(await settleIn(70_000)).toBe('done')
  const again = await poster.call(close, { id: task.id })
  expect((await poster.balance()) - before).toBe(toBaseUnits(30))
  expect((await other.balance()) - otherBefore).toBe(toBaseUnits(40))
  expect(await own.chain.receipt(again.transactionHash ?? '')).toMatchObject({ ok: true })

  expect((await confirmingTaskIds()).sort()).toEqual([task.id, undecided.id].sort())
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settleIn(150_000)).toBe('done')
  expect(await confirmingTaskIds()).toEqual([])
})

test('A first part whose transaction a reorganisation replaced names no transaction, once the rest is final', async () => {
  const closedTask = async () => {
    const { poster, task } = await postedTask({ reward: 10, maxCompletions: 5 })
    const { doer, submission } = await submittedTo(task)
    await poster.call(close, { id: task.id })
    return { poster, task, doer, submission }
  }
  const [kept, replaced, closedByOthers] = [await closedTask(), await closedTask(), await closedTask()]
  expect(await settleIn(160_000)).toBe('done')
  const first = { cents: 40, hash: expect.stringMatching(/^0x/) }
  expect((await storedTask(kept.task.id)).firstPart).toEqual(first)
  const set = { firstPart: { cents: 40, hash: `0x${'0'.repeat(64)}` } }
  for (const { task } of [replaced, closedByOthers])
    await own.table.write([update(keys.task(task.id), { set })])
  const stored = await storedTask(closedByOthers.task.id)
  await sendAsOperator(openFixture(connection), 'close', [termsOf(stored, stored)])
  for (const { doer, poster, submission } of [kept, replaced, closedByOthers]) {
    await poster.reject(submission)
    await doer.call('DELETE /api/submissions/{id}/appeal', { id: submission.id })
  }
  expect(await settleIn(170_000)).toBe('done')
  await provider.send('hardhat_mine', ['0x40'])
  expect(await settleIn(250_000)).toBe('done')
  const rest = { refunded: { cents: 10, hash: first.hash } }
  expect(await storedTask(kept.task.id)).toMatchObject({ ...rest, firstPart: first })
  const replacedPart = { firstPart: { cents: 40, hash: null } }
  expect(await storedTask(replaced.task.id)).toMatchObject({ ...rest, ...replacedPart })
  const closed = { refunded: { cents: 10, hash: null }, ...replacedPart }
  expect(await storedTask(closedByOthers.task.id)).toMatchObject(closed)
  expect(await confirmingTaskIds()).toEqual([])
})
