import { beforeAll, describe, expect, test } from 'vitest'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

/** This file starts its own stack, because the leaderboard and the totals cover every user of a stack. */
const { connection } = await startIsolatedStack()
const { newAdmin, newVisitor, postedTask, submittedTo, newUser } = openFixture(connection)

type Someone = Awaited<ReturnType<typeof newUser>>

/**
 * Tasks of 1000, 10 and 20 CENTS with 2 completions each, and a draft. The doers: one with a single well-paid approval,
 * one with two low-paid approvals, one rejected, one pending, and one account with a password and no wallet.
 */
async function createFixtures() {
  const posted = [
    await postedTask({ reward: 1000, maxCompletions: 2, title: 'Expensive' }),
    await postedTask({ reward: 10, maxCompletions: 2, title: 'Cheap' }),
    await postedTask({ reward: 20, maxCompletions: 2, title: 'Medium' }),
    await postedTask({ reward: 7, maxCompletions: 1, title: 'Draft', isActive: false }),
  ] as const
  const submissions: Submission[] = []
  async function submit(doer: Someone, task: Task) {
    const made = await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'Done.' })
    submissions.push(made)
    return made
  }
  async function submitAndReview(taskIndex: 0 | 1 | 2, doer: Someone, status: 'approved' | 'rejected') {
    const { poster, task } = posted[taskIndex]
    const { id } = await submit(doer, task)
    await poster.call('PATCH /api/submissions/{id}', { id, status, feedback: 'Seen.' })
  }
  const [topEarner, mostActive, rejected] = [await newUser(), await newUser(), await newUser()]
  await submitAndReview(0, topEarner, 'approved')
  await submitAndReview(1, mostActive, 'approved')
  await submitAndReview(2, mostActive, 'approved')
  await submitAndReview(2, rejected, 'rejected')
  const { doer: pending, submission } = await submittedTo(posted[0].task)
  submissions.push(submission)
  const walletless = newVisitor()
  const account = { username: 'walletless', password: 'correct horse battery' }
  const { id } = await walletless.call('POST /api/register', account)
  const admin = await newAdmin()
  const people = [
    ...posted.map(({ poster }) => poster.id),
    topEarner.id,
    mostActive.id,
    rejected.id,
    pending.id,
    id,
    admin.id,
  ]
  return { posted, submissions, topEarner, mostActive, rejected, pending, walletless, admin, people }
}

let fixtures: Awaited<ReturnType<typeof createFixtures>>
beforeAll(async () => {
  fixtures = await createFixtures()
})

describe('GET /api/leaderboard', () => {
  test('The leaderboard ranks users with approved work by earnings or by completed tasks', async () => {
    const { topEarner, mostActive } = fixtures
    const entry = async (of: Someone, completedTasks: number, totalEarned: number) => ({
      userId: of.id,
      username: (await of.call('GET /api/user', {})).username,
      walletAddress: of.wallet.address,
      completedTasks,
      totalEarned,
    })
    const [first, second] = [await entry(topEarner, 1, 1000), await entry(mostActive, 2, 30)]
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
})

describe('GET /api/admin/dashboard', () => {
  test('The admin dashboard lists all users, tasks and submissions, newest first', async () => {
    const { users, tasks, submissions } = await fixtures.admin.call('GET /api/admin/dashboard', {})
    expect(users.map(({ id }) => id).sort()).toEqual([...fixtures.people].sort())
    expect(tasks.map(({ title }) => title)).toEqual(['Draft', 'Medium', 'Cheap', 'Expensive'])
    expect(submissions.map(({ id }) => id)).toEqual(fixtures.submissions.map(({ id }) => id).reverse())
    for (const list of [users, tasks, submissions]) {
      const times = list.map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort().reverse())
    }
  })

  test('The admin dashboard shows no password data, escrow terms or table keys', async () => {
    const text = await (await fixtures.admin.request('GET /api/admin/dashboard')).text()
    for (const secret of ['hash"', 'salt', 'password', 'gsi', '"pk"', 'refundableAt', 'listed']) {
      expect(text.replaceAll('transactionHash"', ''), secret).not.toContain(secret)
    }
  })

  test('The admin dashboard has the totals of users, wallets, tasks, submissions and CENTS', async () => {
    const { totals } = await fixtures.admin.call('GET /api/admin/dashboard', {})
    expect(totals).toEqual({
      users: 10,
      connectedWallets: 9,
      tasks: 4,
      submissions: 5,
      pending: 1,
      approved: 3,
      rejected: 1,
      paidOut: 1030,
      totalRewards: 1037,
    })
  })
})

test('GET /api/user/completed-tasks lists the tasks with an approved submission, and all submissions of the user', async () => {
  const { mostActive, posted, rejected, pending } = fixtures
  const done = await mostActive.call('GET /api/user/completed-tasks', {})
  expect(done.completedTaskIds.sort()).toEqual([posted[1].task.id, posted[2].task.id].sort())
  expect(done.submissions.map(({ userId, status }) => [userId, status])).toEqual([
    [mostActive.id, 'approved'],
    [mostActive.id, 'approved'],
  ])
  for (const [person, status] of [
    [rejected, 'rejected'],
    [pending, 'pending'],
  ] as const) {
    const { completedTaskIds, submissions } = await person.call('GET /api/user/completed-tasks', {})
    expect(completedTaskIds).toEqual([])
    expect(submissions).toMatchObject([{ userId: person.id, status }])
  }
})
