import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import {
  concurrently,
  newAdmin,
  paidRelease,
  postedTask,
  site,
  submittedTo,
} from '../support/shared-fixture.ts'

test('A poster escrows a task, a doer submits proof, the poster approves, and TAX arrives in the doer’s wallet', async () => {
  const { poster, task } = await postedTask({ reward: 50, maxCompletions: 5 })
  expect(await poster.balance()).toBe(toBaseUnits(5000 - 250))
  expect(task).toMatchObject({
    completions: 0,
    isActive: true,
    contractAddress: site.siteConfig.escrowAddress,
  })

  const { doer, submission } = await submittedTo(task)
  expect(submission.status).toBe('pending')
  const before = await doer.balance()

  const reviewed = await poster.call('PATCH /api/submissions/{id}', {
    id: submission.id,
    status: 'approved',
    feedback: 'Thank you',
  })
  expect(reviewed).toMatchObject({ status: 'approved', reviewedBy: poster.id, reviewNotes: 'Thank you' })
  const payout = await paidRelease(poster, { taskId: task.id, recipientId: doer.id })

  expect(payout).toMatchObject({ status: 'paid', amount: 50, recipient: doer.wallet.address })
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
  const receipt = await site.provider.getTransactionReceipt(payout.transactionHash ?? '')
  expect(receipt?.status).toBe(1)
  const seen = await doer.call('GET /api/submissions/{id}', { id: submission.id })
  expect(seen.transactionHash).toBe(payout.transactionHash)
  expect(await doer.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ completions: 1 })
})

test('A submission carries the usernames of its submitter and its reviewer wherever others read it', async () => {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const admin = await newAdmin()
  const nameOf = async (person: typeof poster) => (await person.call('GET /api/user', {})).username
  const shown = async () => [
    await poster.call('GET /api/submissions/{id}', { id: submission.id }),
    (await poster.call('GET /api/dashboard', {})).createdTasks[0]?.submissions[0],
    (await admin.call('GET /api/admin/dashboard', {})).submissions.find(({ id }) => id === submission.id),
  ]
  const submitterName = await nameOf(doer)
  for (const one of await shown()) expect(one).toMatchObject({ submitterName, reviewerName: null })

  await poster.call('PATCH /api/submissions/{id}', {
    id: submission.id,
    status: 'rejected',
    feedback: 'Blurred',
  })
  const reviewerName = await nameOf(poster)
  for (const one of await shown()) expect(one).toMatchObject({ submitterName, reviewerName })
})

test('Ten concurrent releases of one reward and a later one answer the same payout, and the reward is paid once', async () => {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  const release = () => paidRelease(poster, { taskId: task.id, recipientId: doer.id })
  const answers = await Promise.all(concurrently(10, release))
  const later = await release()
  for (const answer of answers) expect(answer).toEqual(later)
  expect(await doer.balance()).toBe(toBaseUnits(50))
})
