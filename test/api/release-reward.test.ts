import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { newFundedUser, postedTask, statusAndMessage, submittedTo } from '../support/shared-fixture.ts'

/** An approved submission, which the stream of the shared stack pays. */
async function approvedSubmission() {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const before = await doer.balance()
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const release = () =>
    poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: doer.id })
  return { doer, release, before }
}

test('Releasing a reward twice answers the same payout and pays once', async () => {
  const { doer, before, release } = await approvedSubmission()
  const first = await release()
  expect(first.status).toBe('paid')
  expect(await release()).toEqual(first)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('Ten concurrent releases of one reward answer the same transaction, and the reward is paid once', async () => {
  const { doer, before, release } = await approvedSubmission()
  const answers = await Promise.all(Array.from({ length: 10 }, release))
  expect(new Set(answers.map(({ transactionHash }) => transactionHash)).size).toBe(1)
  expect(answers.every(({ status }) => status === 'paid')).toBe(true)
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
})

test('Releasing a reward answers 403 to users who may not review the task, and 409 while the submission is not approved', async () => {
  const { task, poster } = await postedTask()
  const { doer } = await submittedTo(task)
  const stranger = await newFundedUser()
  const ask = { taskId: task.id, recipientId: doer.id }
  expect((await statusAndMessage(stranger.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(doer.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(403)
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', ask)))[0]).toBe(409)
  const unknown = { ...ask, recipientId: stranger.id }
  expect((await statusAndMessage(poster.request('POST /api/blockchain/release-reward', unknown)))[0]).toBe(
    404,
  )
})
