import { describe, expect, test } from 'vitest'
import { toBaseUnits } from '../../domain/escrow.ts'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { review } from '../../functions/market/reviews.ts'
import * as payouts from '../../functions/table/payouts.ts'
import * as submissions from '../../functions/table/submissions.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { callUseCase } from '../support/call-use-case.ts'
import {
  concurrently,
  contextOf,
  errorResponse,
  newAdmin,
  newUser,
  newVisitor,
  openOwnServices,
  postedTask,
  statusAndMessage,
  submittedTo,
} from '../support/shared-fixture.ts'

type Someone = Awaited<ReturnType<typeof newUser>>

const { chain, table } = openOwnServices()
const decide = (reviewer: Pick<Someone, 'request'>, { id }: Submission, verdict: Record<string, unknown>) =>
  reviewer.request('PATCH /api/submissions/{id}', { id, ...verdict })

const approved = { status: 'approved' }
const rejected = { status: 'rejected', feedback: 'The street is another one.' }
const taskOf = (task: Task) => newVisitor().call('GET /api/tasks/{id}', { id: task.id })

describe('a verdict', () => {
  test('that approves says who, when and why, counts a completion and makes the payout due', async () => {
    const { poster, task } = await postedTask({ reward: 30 })
    const { doer, submission } = await submittedTo(task)
    const answer = await poster.call('PATCH /api/submissions/{id}', {
      id: submission.id,
      status: 'approved',
      feedback: ' Lovely ',
    })
    expect(answer).toEqual({
      ...submission,
      status: 'approved',
      reviewedBy: poster.id,
      reviewNotes: 'Lovely',
      reviewedAt: expect.any(String),
      updatedAt: answer.reviewedAt,
    })
    expect(await taskOf(task)).toMatchObject({ completions: 1 })
    expect(await payouts.get(table, submission.id)).toMatchObject({
      amount: 30,
      recipient: doer.wallet.address,
      slot: 0,
    })
  })

  test('that approves needs no feedback, and an admin may give it', async () => {
    const { task } = await postedTask()
    const { submission } = await submittedTo(task)
    const admin = await newAdmin()
    const answer = await admin.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
    expect(answer).toMatchObject({ status: 'approved', reviewedBy: admin.id, reviewNotes: null })
  })

  test.each([
    {},
    { feedback: '' },
    { feedback: ' \n ' },
    { feedback: null },
  ])('that rejects needs feedback, and %j is none', async (feedback) => {
    const { poster, task } = await postedTask()
    const { submission } = await submittedTo(task)
    const message = 'Please provide feedback explaining why this submission is being rejected.'
    const refused = await errorResponse(decide(poster, submission, { status: 'rejected', ...feedback }))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'feedback', message }] })
    expect(await submissions.get(table, submission.id)).toMatchObject({ status: 'pending' })
  })

  test('that rejects owes nothing and leaves the place free', async () => {
    const { poster, task } = await postedTask()
    const { submission } = await submittedTo(task)
    expect(await (await decide(poster, submission, rejected)).json()).toMatchObject({ status: 'rejected' })
    expect(await payouts.get(table, submission.id)).toBeUndefined()
    expect(await taskOf(task)).toMatchObject({ completions: 0 })
  })

  test.each(['pending', 'paid', '', undefined])('cannot be %j', async (status) => {
    const { poster, task } = await postedTask()
    const { submission } = await submittedTo(task)
    const refused = await errorResponse(decide(poster, submission, { status }))
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'status' }] })
  })

  test('is not for strangers, the signed out, or the doer of the work', async () => {
    const { task } = await postedTask()
    const { doer, submission } = await submittedTo(task)
    const { doer: competitor } = await submittedTo(task)
    for (const nosy of [await newUser(), competitor, doer]) {
      expect((await decide(nosy, submission, approved)).status).toBe(403)
    }
    expect((await decide(newVisitor(), submission, approved)).status).toBe(401)
    expect(await submissions.get(table, submission.id)).toMatchObject({ status: 'pending' })
  })

  test('is final, whichever it was', async () => {
    const { poster, task } = await postedTask()
    for (const first of [approved, rejected]) {
      const { submission } = await submittedTo(task)
      await decide(poster, submission, first)
      for (const second of [approved, rejected]) {
        expect(await statusAndMessage(decide(poster, submission, second))).toEqual([
          409,
          `This submission has already been ${first.status}. Both verdicts are final.`,
        ])
      }
    }
    expect(await taskOf(task)).toMatchObject({ completions: 1 })
  })

  test('on an unknown submission is 404', async () => {
    const poster = await newUser()
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    expect((await poster.request('PATCH /api/submissions/{id}', { id, ...approved })).status).toBe(404)
  })
})

describe('at once', () => {
  test('ten approvals of one submission are one', async () => {
    const { poster, task } = await postedTask()
    const { submission } = await submittedTo(task)
    const answers = await Promise.all(concurrently(10, () => decide(poster, submission, approved)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await taskOf(task)).toMatchObject({ completions: 1 })
  })

  test('two reviewers with opposite verdicts end with one of them, and a payout only for an approval', async () => {
    const { poster, task } = await postedTask({ maxCompletions: 20, reward: 5 })
    const admin = await newAdmin()
    const all = await Promise.all(concurrently(10, () => submittedTo(task)))
    const verdicts = await Promise.all(
      all.flatMap(({ submission }, index) => {
        const pair = [() => decide(poster, submission, approved), () => decide(admin, submission, rejected)]
        return (index % 2 ? pair : pair.reverse()).map((call) => call())
      }),
    )
    const tasksCompletions = (await taskOf(task)).completions
    let approvals = 0
    for (const [index, { submission }] of all.entries()) {
      const statuses = verdicts.slice(index * 2, index * 2 + 2).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 409])
      const after = await submissions.get(table, submission.id)
      const payout = await payouts.get(table, submission.id)
      expect(payout !== undefined).toBe(after?.status === 'approved')
      if (payout) approvals++
    }
    expect(tasksCompletions).toBe(approvals)
  })

  test('thirty approvals on a task of five pay five people once each; the others stay pending', async () => {
    const { poster, task } = await postedTask({ maxCompletions: 5, reward: 11 })
    const all = await Promise.all(concurrently(30, () => submittedTo(task)))
    const answers = await Promise.all(all.map(({ submission }) => decide(poster, submission, approved)))
    const winners = all.filter((_, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(5)
    const losers = answers.filter(({ status }) => status !== 200)
    for (const answer of losers) {
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ message: 'This task already has all its completions' })
    }

    expect(await taskOf(task)).toMatchObject({ completions: 5 })
    const now = await Promise.all(all.map(({ submission }) => submissions.get(table, submission.id)))
    expect(now.filter((one) => one?.status === 'approved')).toHaveLength(5)
    expect(now.filter((one) => one?.status === 'pending')).toHaveLength(25)
    const due = await Promise.all(winners.map(({ submission }) => payouts.get(table, submission.id)))
    expect(due.map((payout) => payout?.slot).sort()).toEqual([0, 1, 2, 3, 4])

    await Promise.all(
      winners.map(({ doer }) =>
        poster.call('POST /api/blockchain/release-reward', { taskId: task.id, recipientId: doer.id }),
      ),
    )
    const balances = await Promise.all(all.map(({ doer }) => doer.balance()))
    const paid = all.map((one) => (winners.includes(one) ? toBaseUnits(11) : 0n))
    expect(balances).toEqual(paid)
    const stored = await tasks.get(table, task.id)
    expect(await chain.escrow(stored?.escrowId ?? '')).toMatchObject({ paidCount: 5, paidBitmap: 0b11111n })
  })
})

test('approvals end one hour before the escrow can be refunded; rejections do not', async () => {
  const { poster, task } = await postedTask()
  const [one, two, three] = [await submittedTo(task), await submittedTo(task), await submittedTo(task)]
  const reviewer = await poster.call('GET /api/user', {})
  const refundableAt = (await tasks.get(table, task.id))?.refundableAt ?? 0
  const end = (refundableAt - 3600) * 1000
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
  const late = { id: three.submission.id, status: 'rejected', feedback: 'No' } as const
  await expect(callUseCase('PATCH /api/submissions/{id}', review, at(end), late)).resolves.toMatchObject({
    status: 'rejected',
  })
})
