import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { review } from '../../functions/market/reviews.ts'
import * as payouts from '../../functions/table/payouts.ts'
import { callUseCase } from '../support/call-use-case.ts'
import { recentTime } from '../support/recent-time.ts'
import { expectRefusal } from '../support/responses.ts'
import {
  contextOf,
  type newUser,
  newVisitor,
  openOwnServices,
  postedTask,
  storedTask,
  submittedTo,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

const { table } = openOwnServices()
const decide = (reviewer: Pick<Someone, 'request'>, { id }: Submission, verdict: Record<string, unknown>) =>
  reviewer.request('PATCH /api/submissions/{id}', { id, ...verdict })

const approved = { status: 'approved' }
const rejected = { status: 'rejected', feedback: 'The street is another one.' }
const taskOf = (task: Task) => newVisitor().call('GET /api/tasks/{id}', { id: task.id })

describe('PATCH /api/submissions/{id}', () => {
  test('An approval stores reviewer, time and notes, counts a completion and creates a payout', async () => {
    const { poster, task } = await postedTask({ reward: 30 })
    const { doer, submission } = await submittedTo(task)
    const answer = await poster.approve(submission, ' Lovely ')
    expect(answer).toEqual({
      ...submission,
      status: 'approved',
      reviewedBy: poster.id,
      reviewNotes: 'Lovely',
      reviewedAt: recentTime,
      updatedAt: answer.reviewedAt,
    })
    expect(await taskOf(task)).toMatchObject({ completions: 1 })
    expect(await doer.call('GET /api/user/completed-tasks', {})).toEqual({
      completedTaskIds: [task.id],
      submissions: [answer],
    })
    expect(await payouts.get(table, submission.id)).toMatchObject({
      amount: 30,
      recipient: doer.wallet.address,
      slot: 0,
    })
  })

  test('A rejection creates no payout and counts no completion', async () => {
    const { poster, task } = await postedTask()
    const { doer, submission } = await submittedTo(task)
    expect(await (await decide(poster, submission, rejected)).json()).toMatchObject({ status: 'rejected' })
    const done = await doer.call('GET /api/user/completed-tasks', {})
    expect(done).toMatchObject({ completedTaskIds: [], submissions: [{ status: 'rejected' }] })
    expect(await payouts.get(table, submission.id)).toBeUndefined()
    expect(await taskOf(task)).toMatchObject({ completions: 0 })
  })

  test('A second review of an approved or rejected submission answers 409', async () => {
    const { poster, task } = await postedTask()
    for (const first of [approved, rejected]) {
      const { submission } = await submittedTo(task)
      await decide(poster, submission, first)
      for (const second of [approved, rejected]) {
        await expectRefusal(
          decide(poster, submission, second),
          409,
          `This submission has already been ${first.status}. Both verdicts are final.`,
        )
      }
    }
    expect(await taskOf(task)).toMatchObject({ completions: 1 })
  })
})

test('From 48 hours before refundableAt, approvals answer 409', async () => {
  const { poster, task } = await postedTask()
  const [one, two] = [await submittedTo(task), await submittedTo(task)]
  const reviewer = await poster.call('GET /api/user', {})
  const { refundableAt } = await storedTask(task.id)
  const end = (refundableAt - 48 * 3600) * 1000
  const at = (now: number) => contextOf(reviewer, { now: () => now })
  const verdict = (id: string) => ({ id, status: 'approved', feedback: undefined }) as const

  await expect(
    callUseCase('PATCH /api/submissions/{id}', review, at(end), verdict(one.submission.id)),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The time to approve is over'),
  })
  expect(await payouts.get(table, one.submission.id)).toBeUndefined()
  await expect(
    callUseCase('PATCH /api/submissions/{id}', review, at(end - 1), verdict(two.submission.id)),
  ).resolves.toMatchObject({ status: 'approved' })
})
