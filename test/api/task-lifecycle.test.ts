import { toBaseUnits } from '../../domain/escrow.ts'
import { concurrently, newAdmin, paidRelease, postedTask, submittedTo } from '../support/shared-fixture.ts'

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
