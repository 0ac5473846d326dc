import { expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import { newAdmin, postedTask, site, submittedTo } from '../support/shared-fixture.ts'

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
  const payout = await poster.call('POST /api/blockchain/release-reward', {
    taskId: task.id,
    recipientId: doer.id,
  })

  expect(payout).toMatchObject({ status: 'paid', amount: 50, recipient: doer.wallet.address })
  expect((await doer.balance()) - before).toBe(toBaseUnits(50))
  const receipt = await site.provider.getTransactionReceipt(payout.transactionHash ?? '')
  expect(receipt?.status).toBe(1)
  const seen = await doer.call('GET /api/submissions/{id}', { id: submission.id })
  expect(seen.transactionHash).toBe(payout.transactionHash)
  expect(await doer.call('GET /api/tasks/{id}', { id: task.id })).toMatchObject({ completions: 1 })
})

test('The dashboard shows doers their submissions and posters their tasks with submissions', async () => {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const doerDashboard = await doer.call('GET /api/dashboard', {})
  expect(doerDashboard.createdTasks).toEqual([])
  expect(doerDashboard.submissions).toMatchObject([
    { id: submission.id, status: 'pending', task: { id: task.id } },
  ])
  const posterDashboard = await poster.call('GET /api/dashboard', {})
  expect(posterDashboard.submissions).toEqual([])
  expect(posterDashboard.createdTasks).toMatchObject([{ id: task.id, submissions: [{ id: submission.id }] }])
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

test('A rejected submission is not paid, and its doer sees the feedback', async () => {
  const { poster, task } = await postedTask()
  const { doer, submission } = await submittedTo(task)
  const before = await doer.balance()
  await poster.call('PATCH /api/submissions/{id}', {
    id: submission.id,
    status: 'rejected',
    feedback: 'Too short.',
  })
  const refused = await poster.request('POST /api/blockchain/release-reward', {
    taskId: task.id,
    recipientId: doer.id,
  })
  expect(refused.status).toBe(409)
  expect(await doer.balance()).toBe(before)
  const { submission: seen } = await doer.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  expect(seen).toMatchObject({ status: 'rejected', reviewNotes: 'Too short.' })
})
