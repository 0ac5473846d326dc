import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { closeRefundable } from '../../functions/market/refunds.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as refundable from '../../functions/table/refundable.ts'
import { update } from '../../functions/table/table.ts'
import { sendAsOwner } from '../support/escrow-owner.ts'
import {
  inFiveSeconds,
  openOwnServices,
  own,
  postedTask,
  provider,
  storedTask,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { statusAndMessage } from '../support/responses.ts'

const days = 86_400_000
const waiting = (services = own) =>
  refundable.before(services.table, new Date(services.now()).toISOString(), 100)

test('After refundableAt the schedule closes tasks with pending submissions, and each funder is refunded once, also if another wallet called `refund` first', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 3 })
  const { poster: other, task: untouched } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { task: earned, poster: payer } = await postedTask({ reward: 10, maxCompletions: 1 })
  const { task: broken } = await postedTask({ reward: 10, maxCompletions: 1 })
  const pending = await submittedTo(task)
  const { poster: early, task: shrunk } = await postedTask({ reward: 10, maxCompletions: 4 })
  const earlyBefore = await early.balance()
  await submittedTo(shrunk)
  await early.call('POST /api/tasks/{id}/close', { id: shrunk.id })
  const { submission } = await submittedTo(earned)
  await payer.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const balances = async () => [await poster.balance(), await other.balance()] as const
  const before = await balances()
  expect(await closeRefundable(own)).toBe(0)

  await provider.send('evm_increaseTime', [55 * 86_400])
  const later = openOwnServices({ now: () => Date.now() + 55 * days })
  expect((await waiting(later)).map(({ taskId }) => taskId).sort()).toEqual(
    [task.id, untouched.id, earned.id, broken.id, shrunk.id].sort(),
  )
  const terms = await storedTask(task.id)
  await sendAsOwner('refund', termsOf(terms, terms))
  expect((await early.balance()) - earlyBefore).toBe(toBaseUnits(30))
  const shrunkTerms = await storedTask(shrunk.id)
  await sendAsOwner('refund', termsOf(shrunkTerms, shrunkTerms))
  expect((await early.balance()) - earlyBefore).toBe(toBaseUnits(40))
  expect((await storedTask(task.id)).closedAt).toBeUndefined()

  await own.table.write([update(keys.task(broken.id), { set: { reward: 'ten' } })])
  const counts = await Promise.all([closeRefundable(later), closeRefundable(later)]) // two scheduled runs may overlap
  expect(counts[0] + counts[1]).toBe(3)
  for (const { id } of [task, untouched])
    expect(await storedTask(id)).toMatchObject({ isActive: false, refunded: null })
  expect((await storedTask(earned.id)).closedAt).toBeUndefined()
  const id = pending.submission.id
  expect(
    await statusAndMessage(poster.request('PATCH /api/submissions/{id}', { id, status: 'approved' })),
  ).toEqual([409, expect.stringContaining('nothing can be approved')])

  expect(await settle(later, inFiveSeconds(later))).toBe('done')
  expect((await storedTask(task.id)).refunded).toEqual({ cents: 30, hash: null })
  expect(await storedTask(shrunk.id)).toMatchObject({
    refunded: { cents: 10, hash: null },
    firstPart: { cents: 30, hash: expect.stringMatching(/^0x/) },
  })
  expect((await storedTask(untouched.id)).refunded).toEqual({ cents: 20, hash: expect.stringMatching(/^0x/) })
  expect(await balances()).toEqual([before[0] + toBaseUnits(30), before[1] + toBaseUnits(20)])
  expect(await closeRefundable(later)).toBe(0)
  expect((await waiting(later)).map(({ taskId }) => taskId)).not.toContain(task.id)
})
