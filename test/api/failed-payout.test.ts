import { toBaseUnits } from '../../domain/escrow.ts'
import { termsOf } from '../../domain/refund.ts'
import { settle } from '../../functions/payouts/settle.ts'

import type { ApiUser } from '../../ops/api-user.ts'

import { sendAsOperator } from '../support/escrow-operator.ts'
import { sendAsOwner } from '../support/escrow-owner.ts'
import { openFixture } from '../support/fixture.ts'
import {
  connection,
  createDuePayout,
  createDuePayouts,
  inFiveSeconds,
  own,
  rewriteApproval,
  whileSettling,
} from '../support/isolated-fixture.ts'
import { concurrently } from '../support/responses.ts'

const retry = 'POST /api/admin/payouts/{submissionId}/retry'
const fixture = openFixture(connection)
const { newAdmin, postedTask, submittedTo } = fixture
let admin: ApiUser
beforeAll(async () => {
  admin = await newAdmin()
})

/** A payout that the contract refuses, because its recipient is the escrow contract itself. */
async function failedPayout() {
  const one = await createDuePayout()
  await rewriteApproval(one.submission.id, { recipient: await own.chain.escrowAddress() })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const answer = await one.release(one.doer.id)
  return { ...one, answer: await answer.json(), status: answer.status }
}

test('A failed payout shows its reason to admins, and is paid once when five admins retry it after the cause is gone', async () => {
  const one = await failedPayout()
  const submissionId = one.submission.id
  expect([one.status, one.answer]).toEqual([
    200,
    expect.objectContaining({ status: 'failed', reason: expect.stringMatching(/^InvalidRecipient\(/) }),
  ])
  const listed = (await admin.call('GET /api/admin/money', {})).failed
  expect(listed).toEqual([
    expect.objectContaining({ submissionId, amount: 10, reason: expect.stringMatching(/^InvalidRecipient/) }),
  ])
  expect(await whileSettling(admin.call(retry, { submissionId }))).toMatchObject({ status: 'failed' })

  await rewriteApproval(submissionId, { recipient: one.doer.wallet.address })
  const answers = await whileSettling(
    Promise.all(concurrently(5, () => admin.request(retry, { submissionId }))),
  )
  for (const answer of answers) expect(await answer.json()).toMatchObject({ status: 'paid', amount: 10 })
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect(await admin.call(retry, { submissionId })).toMatchObject({ status: 'paid' })
  expect(await settle(own, inFiveSeconds())).toBe('done')
  expect(await one.doer.balance()).toBe(toBaseUnits(10))
  expect((await admin.call('GET /api/admin/money', {})).failed).toEqual([])
  const { id: by } = await admin.call('GET /api/user', {})
  const audit = await admin.call('GET /api/admin/audit', {})
  const failure = expect.stringMatching(/^InvalidRecipient/)
  expect(audit.filter(({ subject }) => subject.id === submissionId)).toEqual(
    [1, 2].map(() => expect.objectContaining({ action: 'retry', by, details: { failure } })),
  )
})

test('A payout from an escrow that a stolen key closed fails with AlreadyClosed, and a retry does not pay it', async () => {
  const { poster, task } = await postedTask({ reward: 10, maxCompletions: 1 })
  const { doer, submission } = await submittedTo(task)
  const [created] = (await poster.call('GET /api/dashboard', {})).createdTasks
  if (!created) throw new Error('The task is not on the dashboard')
  await sendAsOperator(fixture, 'close', [termsOf(created, created.escrow)])
  const submissionId = submission.id
  await poster.approve(submission)
  const answer = await whileSettling(
    poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: doer.id }),
  )
  expect(answer).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^AlreadyClosed/) })
  expect(await whileSettling(admin.call(retry, { submissionId }))).toMatchObject({ status: 'failed' })
  expect(await doer.balance()).toBe(0n)
})

test('GET /api/admin/money shows admins the pause, the signing key with its gas, and the daily limit left', async () => {
  const { all } = await createDuePayouts(3)
  await sendAsOwner('pause')
  const { chain } = await admin.call('GET /api/admin/money', {})
  expect(chain).toMatchObject({
    paused: true,
    signerAddress: await own.chain.operator(),
    signerIsOperator: true,
  })
  expect(BigInt(chain?.gas ?? 0)).toBeGreaterThan(0n)
  const left = chain?.leftToday ?? 0
  await sendAsOwner('unpause')
  expect(await settle(own, inFiveSeconds())).toBe('done')
  const after = await admin.call('GET /api/admin/money', {})
  expect(after.chain).toMatchObject({ leftToday: left - 30, paused: false })
  for (const { doer } of all) expect(await doer.balance()).toBe(toBaseUnits(10))
})
