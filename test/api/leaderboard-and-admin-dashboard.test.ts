import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

/** A stack of this file's own: the board and the totals are about everyone on it. */
const { stack, connection } = await startIsolatedStack()
afterAll(() => stack.close())
const { newAdmin, newVisitor, postedTask, submittedTo, newUser } = openFixture(connection)

type Someone = Awaited<ReturnType<typeof newUser>>

/**
 * One who did little for much, one who did much for little, one who was rejected, one who waits and one who only has a
 * password; tasks of 1000, 10 and 20 CENTS with 2 completions each, and a draft.
 */
async function scene() {
  const posted = [
    await postedTask({ reward: 1000, maxCompletions: 2, title: 'Dear' }),
    await postedTask({ reward: 10, maxCompletions: 2, title: 'Cheap' }),
    await postedTask({ reward: 20, maxCompletions: 2, title: 'Fair' }),
    await postedTask({ reward: 7, maxCompletions: 1, title: 'Draft', isActive: false }),
  ] as const
  const submissions: Submission[] = []
  async function submit(doer: Someone, task: Task) {
    const made = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Done.' })
    submissions.push(made)
    return made
  }
  async function review(at: 0 | 1 | 2, doer: Someone, status: 'approved' | 'rejected') {
    const { poster, task } = posted[at]
    const { id } = await submit(doer, task)
    await poster.call('PATCH /api/submissions/{id}', { id, status, feedback: 'Seen.' })
  }
  const [rich, busy, refused] = [await newUser(), await newUser(), await newUser()]
  await review(0, rich, 'approved')
  await review(1, busy, 'approved')
  await review(2, busy, 'approved')
  await review(2, refused, 'rejected')
  const { doer: waiting, submission } = await submittedTo(posted[0].task)
  submissions.push(submission)
  const walletless = newVisitor()
  const account = { username: 'walletless', password: 'correct horse battery' }
  const { id } = await walletless.call('POST /api/register', account)
  const admin = await newAdmin()
  const people = [
    ...posted.map(({ poster }) => poster.id),
    rich.id,
    busy.id,
    refused.id,
    waiting.id,
    id,
    admin.id,
  ]
  return { posted, submissions, rich, busy, refused, waiting, walletless, admin, people }
}

let stage: Awaited<ReturnType<typeof scene>>
beforeAll(async () => {
  stage = await scene()
})

describe('the leaderboard', () => {
  test('ranks those with approved work by what they earned, or by how many tasks', async () => {
    const { rich, busy } = stage
    const entry = async (of: Someone, completedTasks: number, totalEarned: number) => ({
      userId: of.id,
      username: (await of.call('GET /api/user', {})).username,
      walletAddress: of.wallet.address,
      completedTasks,
      totalEarned,
    })
    const [first, second] = [await entry(rich, 1, 1000), await entry(busy, 2, 30)]
    const byEarnings = await newVisitor().call('GET /api/leaderboard', {})
    expect(byEarnings).toEqual([
      { rank: 1, ...first },
      { rank: 2, ...second },
    ])
    expect(await newVisitor().call('GET /api/leaderboard', { sort: 'earnings' })).toEqual(byEarnings)
    expect(await newVisitor().call('GET /api/leaderboard', { sort: 'tasks' })).toEqual([
      { rank: 1, ...second },
      { rank: 2, ...first },
    ])
  })

  test('takes no other order', async () => {
    for (const sort of ['name', '', 'EARNINGS', '__proto__']) {
      expect((await newVisitor().request('GET /api/leaderboard', { sort })).status, sort).toBe(400)
    }
  })
})

describe('the admin’s dashboard', () => {
  test('is for admins only', async () => {
    for (const [person, status] of [
      [newVisitor(), 401],
      [stage.rich, 403],
      [stage.posted[0].poster, 403],
      [stage.walletless, 403],
    ] as const) {
      expect((await person.request('GET /api/admin/dashboard')).status).toBe(status)
    }
  })

  test('lists everyone, every task and every submission, newest first', async () => {
    const { users, tasks, submissions } = await stage.admin.call('GET /api/admin/dashboard', {})
    expect(users.map(({ id }) => id).sort()).toEqual([...stage.people].sort())
    expect(tasks.map(({ title }) => title)).toEqual(['Draft', 'Fair', 'Cheap', 'Dear'])
    expect(submissions.map(({ id }) => id)).toEqual(stage.submissions.map(({ id }) => id).reverse())
    for (const list of [users, tasks, submissions]) {
      const times = list.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort().reverse())
    }
  })

  test('shows nothing of passwords, escrow terms or keys of the table', async () => {
    const text = await (await stage.admin.request('GET /api/admin/dashboard')).text()
    for (const secret of ['hash"', 'salt', 'password', 'gsi', '"pk"', 'refundableAt', 'listed']) {
      expect(text.replaceAll('transactionHash"', ''), secret).not.toContain(secret)
    }
  })

  test('has totals that are what the lists say', async () => {
    const { users, tasks, submissions, totals } = await stage.admin.call('GET /api/admin/dashboard', {})
    const rewardOf = new Map(tasks.map(({ id, reward }) => [id, reward]))
    const count = (wanted: string) => submissions.filter(({ status }) => status === wanted)
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(totals).toEqual({
      users: users.length,
      connectedWallets: users.filter(({ walletAddress }) => walletAddress).length,
      tasks: tasks.length,
      submissions: submissions.length,
      pending: count('pending').length,
      approved: count('approved').length,
      rejected: count('rejected').length,
      paidOut: sum(count('approved').map(({ taskId }) => rewardOf.get(taskId) ?? 0)),
      totalRewards: sum(tasks.map(({ reward }) => reward)),
    })
    expect(totals).toMatchObject({ users: 10, connectedWallets: 9, pending: 1, approved: 3, paidOut: 1030 })
  })
})

test('completed tasks are those with an approved submission; the submissions are all of one’s own', async () => {
  const { busy, posted, refused, waiting } = stage
  const done = await busy.call('GET /api/user/completed-tasks', {})
  expect(done.completedTaskIds.sort()).toEqual([posted[1].task.id, posted[2].task.id].sort())
  expect(done.submissions.map(({ userId, status }) => [userId, status])).toEqual([
    [busy.id, 'approved'],
    [busy.id, 'approved'],
  ])
  for (const [person, status] of [
    [refused, 'rejected'],
    [waiting, 'pending'],
  ] as const) {
    const { completedTaskIds, submissions } = await person.call('GET /api/user/completed-tasks', {})
    expect(completedTaskIds).toEqual([])
    expect(submissions).toMatchObject([{ userId: person.id, status }])
  }
})
