import type { Task } from '../../domain/task.ts'
import { create } from '../../functions/market/submissions.ts'
import { callUseCase } from '../support/call-use-case.ts'
import {
  concurrently,
  contextOf,
  countStatuses,
  newUser,
  newVisitor,
  openOwnServices,
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
    await poster.call('PATCH /api/submissions/{id}', {
      id: submission.id,
      status: 'rejected',
      feedback: 'No',
    })
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

describe('concurrent submissions', () => {
  const pendingOf = async (task: Task) => {
    const { table } = openOwnServices()
    const item = await table.get({ pk: `TASK#${task.id}`, sk: 'TASK' })
    return Number(item?.taken)
  }

  test('Of twenty concurrent submissions of one user, one returns 200 and nineteen return 409', async () => {
    const { task } = await postedTask()
    const doer = await newUser()
    const answers = concurrently(20, () => submit(doer, { taskId: task.id, proofText }))
    expect(await countStatuses(answers)).toEqual({ 200: 1, 409: 19 })
    expect((await doer.call('GET /api/dashboard', {})).submissions).toHaveLength(1)
    expect(await pendingOf(task)).toBe(1)
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
})
