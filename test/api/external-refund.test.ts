import { afterAll, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { noteRefunded } from '../../functions/payouts/refundable.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as refundable from '../../functions/table/refundable.ts'
import { sendAsOwner } from '../support/escrow-owner.ts'
import {
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  stack,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'

afterAll(() => stack.close())

const days = 86_400_000
const dueForCheck = (services = own) =>
  refundable.waiting(services.table, new Date(services.now()).toISOString(), 100)

test('The schedule closes a task whose escrow was refunded by others, and checks other refundable escrows once a day, even one whose task cannot be read', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { task: untouched } = await postedTask({ reward: 10, maxCompletions: 1 })
  const { task: fullyPaid, poster: payer } = await postedTask({ reward: 10, maxCompletions: 1 })
  const { task: broken } = await postedTask({ reward: 10, maxCompletions: 1 })
  await submittedTo(task)
  const { submission } = await submittedTo(fullyPaid)
  await payer.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const before = await poster.balance()
  expect(await noteRefunded(own)).toBe(0)

  await provider.send('evm_increaseTime', [40 * 86_400])
  const later = openOwnServices({ now: () => Date.now() + 40 * days })
  expect((await dueForCheck(later)).map(({ taskId }) => taskId).sort()).toEqual(
    [task.id, untouched.id, fullyPaid.id, broken.id].sort(),
  )
  const terms = await storedTask(task.id)
  await sendAsOwner('refund', termsOf(terms, terms))
  expect(await poster.balance()).toBe(before + toBaseUnits(30))
  expect((await storedTask(task.id)).closedAt).toBeUndefined()

  const unreadable = { update: keys.task(broken.id), set: 'SET reward = :text', values: { ':text': 'ten' } }
  await own.table.write([unreadable])
  const closed = await Promise.all([noteRefunded(later), noteRefunded(later)]) // two concurrent runs of the schedule
  expect(closed.toSorted()).toEqual([0, 1])
  expect(await storedTask(task.id)).toMatchObject({ isActive: false, refunded: null })
  expect(await settle(later, inFiveSeconds(later))).toBe('done')
  expect(await storedTask(task.id)).toMatchObject({
    closedAt: expect.any(String),
    refunded: { cents: 30, hash: expect.stringMatching(/^0x/) },
  })
  expect(await poster.balance()).toBe(before + toBaseUnits(30))

  expect(await noteRefunded(later)).toBe(0) // The closed task is no longer in the index of refundable escrows.
  expect(await dueForCheck(later)).toEqual([])
  const tomorrow = openOwnServices({ now: () => Date.now() + 41.1 * days })
  const dueTomorrow = (await dueForCheck(tomorrow)).map(({ taskId }) => taskId)
  expect(dueTomorrow).toEqual(expect.arrayContaining([untouched.id, broken.id]))
  expect(dueTomorrow).not.toContain(fullyPaid.id)
  expect((await storedTask(untouched.id)).closedAt).toBeUndefined()
})
