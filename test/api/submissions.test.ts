import { create } from '../../functions/market/submissions.ts'
import { callUseCase } from '../support/call-use-case.ts'
import {
  contextOf,
  newAdmin,
  newUser,
  newVisitor,
  postedTask,
  statusAndMessage,
  submittedTo,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

const proofText = 'A tram and a blackbird.'
const submit = (person: Pick<Someone, 'request'>, sent: Record<string, unknown>) =>
  person.request('POST /api/submissions', sent)

describe('POST /api/submissions', () => {
  test('A second submission to the same task answers 409, even after a rejection', async () => {
    const { poster, task } = await postedTask()
    const { doer, submission } = await submittedTo(task)
    const again = () => statusAndMessage(submit(doer, { taskId: task.id, proofText: 'Another try' }))
    const message = 'You have already submitted proof for this task'
    expect(await again()).toEqual([409, message])
    await poster.reject(submission)
    expect(await again()).toEqual([409, message])
    expect(await doer.call('GET /api/submissions/{id}', { id: submission.id })).toMatchObject({ proofText })
  })

  test('A submission is accepted one millisecond before the deadline and refused at the deadline', async () => {
    const { task } = await postedTask()
    const deadline = Date.parse(task.deadline)
    const attempt = async (now: number) => {
      const doer = await newUser()
      const user = await doer.call('GET /api/user', {})
      return callUseCase('POST /api/submissions', create, contextOf(user, { now: () => now }), {
        taskId: task.id,
        proofText,
        proofFileUrl: undefined,
        notes: undefined,
      })
    }
    await expect(attempt(deadline)).rejects.toMatchObject({ code: 'conflict' })
    await expect(attempt(deadline - 1)).resolves.toMatchObject({ status: 'pending' })
  })
})

describe('reading submissions', () => {
  test('GET /api/tasks/{id}/user-submission answers each user only their own submission', async () => {
    const { poster, task } = await postedTask()
    const { doer, submission } = await submittedTo(task)
    const ask = { id: task.id }
    expect(await doer.call('GET /api/tasks/{id}/user-submission', ask)).toEqual({
      hasSubmitted: true,
      submission,
    })
    for (const other of [poster, await newUser()]) {
      expect(await other.call('GET /api/tasks/{id}/user-submission', ask)).toEqual({
        hasSubmitted: false,
        submission: null,
      })
    }
    expect((await newVisitor().request('GET /api/tasks/{id}/user-submission', ask)).status).toBe(401)
  })

  test('The dashboard shows a submission to its submitter with its task, and to the creator under the task', async () => {
    const { poster, task: posted } = await postedTask()
    const { doer, submission } = await submittedTo(posted)
    const task = { ...posted, taken: 1 }
    const doerDashboard = await doer.call('GET /api/dashboard', {})
    const totals = { completed: 0, earned: 0 }
    expect(doerDashboard).toEqual({ submissions: [{ ...submission, task }], createdTasks: [], totals })
    const { username: submitterName } = await doer.call('GET /api/user', {})
    const posterDashboard = await poster.call('GET /api/dashboard', {})
    const escrow = expect.objectContaining({ funder: poster.wallet.address })
    const createdTasks = [
      {
        ...task,
        submissions: [{ ...submission, submitterName, reviewerName: null }],
        escrow,
        refund: null,
        isEditable: false,
      },
    ]
    expect(posterDashboard).toEqual({ submissions: [], createdTasks, totals })
    expect((await newVisitor().request('GET /api/dashboard')).status).toBe(401)
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

    await poster.reject(submission)
    const reviewerName = await nameOf(poster)
    for (const one of await shown()) expect(one).toMatchObject({ submitterName, reviewerName })
  })
})
