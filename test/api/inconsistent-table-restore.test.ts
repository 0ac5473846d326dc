import { toBaseUnits } from '../../domain/escrow.ts'
import { paidByOthers } from '../../functions/payouts/paid-slots.ts'
import { reconcile } from '../../functions/payouts/reconcile.ts'
import { settle } from '../../functions/payouts/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as signer from '../../functions/table/signer.ts'
import { update } from '../../functions/table/table.ts'
import {
  createDuePayout,
  createDuePayouts,
  duePayout,
  inFiveSeconds,
  openOwnServices,
  own,
  payoutOf,
  postedTask,
  rewriteApproval,
  submittedTo,
} from '../support/isolated-fixture.ts'
import { statusAndMessage } from '../support/responses.ts'

// A point-in-time restore of the table may contain only a part of a transaction. Other payouts must not be affected.

test('Of two approvals that claim one slot, the first is paid, the second fails, and all others are paid', async () => {
  const [one, two] = (await createDuePayouts(2)).all
  const other = await createDuePayout()
  if (!one || !two) throw new Error('There are too few')
  await rewriteApproval(two.submission.id, { slot: 0 })
  expect(await settle(own, inFiveSeconds())).toBe('waiting')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  for (const paid of [one, other]) expect(await payoutOf(paid)).toMatchObject({ status: 'paid' })
  expect(await payoutOf(two)).toMatchObject({ status: 'failed', reason: paidByOthers })
  expect(await two.doer.balance()).toBe(0n)
})

test('A payout of the in-flight transaction whose submission is missing is marked paid, and later payouts are paid', async () => {
  const one = await createDuePayout()
  const crashing = openOwnServices()
  crashing.chain.receipt = async () => {
    throw new Error('The process is gone')
  }
  await expect(settle(crashing, inFiveSeconds())).rejects.toThrow('The process is gone')
  const { taskId, userId } = await payoutOf(one)
  await own.table.write([{ delete: keys.submission(taskId, userId) }])
  const next = await createDuePayout()
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await signer.inFlight(own.table)).toBeUndefined()
  for (const paid of [one, next])
    expect(await payoutOf(paid)).toMatchObject({ status: 'paid', transactionHash: expect.any(String) })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
})

test('Approving a submission that already has a payout answers 409', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  const { submission, doer } = await submittedTo(task)
  const { id: submissionId, userId } = submission
  const payout = { submissionId, taskId: task.id, userId, recipient: doer.wallet.address }
  await own.table.write([payouts.putDue(duePayout(payout))])
  const again = poster.request('PATCH /api/submissions/{id}', { id: submissionId, status: 'approved' })
  const message = 'This submission has a payout already. Contact an administrator.'
  expect(await statusAndMessage(again)).toEqual([409, message])
  await own.table.write([{ delete: keys.payout(submission.id) }])
})

test('`reconcile` reports a refund whose stored amount differs from the amount returned on chain', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 2 })
  await poster.call('POST /api/tasks/{id}/close', { id: task.id })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  await own.table.write([update(keys.task(task.id), { set: { 'refunded.cents': 999 } })])
  const { differences } = await reconcile(own, 10)
  expect(differences).toContain(`task ${task.id}: 999 refunded in the table, 20 on the chain`)
})
