import { randomBytes } from 'node:crypto'
import { hexlify } from 'ethers'
import { ulid } from 'ulid'
import { afterAll, expect, test } from 'vitest'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import * as submissions from '../../functions/table/submissions.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

/** A stack of this file's own: its long texts would be in every other test's lists. */
const { stack, connection } = await startIsolatedStack()
afterAll(() => stack.close())
const { newAdmin, openOwnServices, postedTask, newUser } = openFixture(connection)
const { table } = openOwnServices()

/** What a Lambda function answers at most: 6 MB, in which the body is a text within JSON. */
const answerLimit = 6 * 1024 * 1024

let clock = Date.now()

/** So many submissions to a task, saved one by one as `POST /api/submissions` does, newest last. */
async function filled(task: Task, count: number, one: Partial<Submission>): Promise<string[]> {
  const ids: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const at = new Date().toISOString()
    const id = ulid(clock++)
    const value: Submission = {
      id,
      taskId: task.id,
      userId: ulid(),
      proofLink: null,
      proofText: null,
      proofFileUrl: null,
      notes: null,
      status: 'pending',
      reviewedBy: null,
      reviewNotes: null,
      reviewedAt: null,
      transactionHash: null,
      createdAt: at,
      updatedAt: at,
      ...one,
    }
    expect(await submissions.create(table, value, task.creatorId)).toBeNull()
    ids.push(id)
  }
  return ids
}

/** What the answer weighs as a function sends it. */
const weight = (text: string) => Buffer.byteLength(JSON.stringify({ body: text }))

test('whatever is handed in later, a creator sees first what has waited longest, as much as an answer holds', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  const honest = await filled(task, 300, { proofText: 'A tram. '.repeat(600) })
  const shown = async () => {
    const text = await (await poster.request('GET /api/dashboard')).text()
    expect(weight(text)).toBeLessThan(answerLimit)
    const { createdTasks } = JSON.parse(text) as { createdTasks: { submissions: Submission[] }[] }
    return createdTasks.flatMap((one) => one.submissions).map(({ id }) => id)
  }
  expect(await shown()).toEqual(honest)

  const flood = await filled(task, 100, { proofText: '"'.repeat(10_000), notes: '\n'.repeat(5000) })
  expect((await shown()).slice(0, 300)).toEqual(honest)

  const admin = await newAdmin()
  const all = await (await admin.request('GET /api/admin/dashboard')).text()
  expect(weight(all)).toBeLessThan(answerLimit)
  expect((JSON.parse(all) as { submissions: Submission[] }).submissions[0]?.id).toBe(flood.at(-1))
})

test('a verdict makes room for what waits behind it, and is itself seen after all that waits', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  const flood = await filled(task, 60, { proofText: '"'.repeat(10_000), notes: '\n'.repeat(5000) })
  const [honest = ''] = await filled(task, 1, { proofText: 'Eleven.' })
  const shown = async () => {
    const { createdTasks } = await poster.call('GET /api/dashboard', {})
    return createdTasks.flatMap((one) => one.submissions).map(({ id, status }) => ({ id, status }))
  }
  const first = await shown()
  expect(first.length).toBeLessThan(flood.length)
  expect(first).not.toContainEqual({ id: honest, status: 'pending' })
  for (const id of flood)
    await poster.call('PATCH /api/submissions/{id}', { id, status: 'rejected', feedback: 'Spam' })
  const [next, ...decided] = await shown()
  expect(next).toEqual({ id: honest, status: 'pending' })
  expect(decided.map(({ id }) => id)).toEqual(flood.toReversed().slice(0, decided.length))
})

test('a task too old to be listed is there while something waits on it', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  const model = await tasks.get(table, task.id)
  if (!model) throw new Error('There is no task')
  for (let turn = 0; turn < 120; turn++) {
    const other = {
      ...model,
      id: ulid(),
      escrowId: hexlify(randomBytes(32)),
      description: '"'.repeat(5000),
    }
    expect(await tasks.create(table, { ...other, requirements: '"'.repeat(5000) })).toBeNull()
  }
  const listed = async () =>
    (await poster.call('GET /api/dashboard', {})).createdTasks.map(({ id }) => id).includes(task.id)
  expect(await listed()).toBe(false)
  await filled(task, 1, { proofText: 'Eleven.' })
  expect(await listed()).toBe(true)
})

test('a doer with more than a page of submissions sees the newest ones', async () => {
  const doer = await newUser()
  const { task } = await postedTask()
  const model = await tasks.get(table, task.id)
  if (!model) throw new Error('There is no task')
  const ids: string[] = []
  for (let turn = 0; turn < 120; turn++) {
    const other = { ...model, id: ulid(), escrowId: hexlify(randomBytes(32)), description: '"'.repeat(5000) }
    expect(await tasks.create(table, other)).toBeNull()
    ids.push(...(await filled(other, 1, { userId: doer.id, proofText: '"'.repeat(10_000) })))
  }
  const text = await (await doer.request('GET /api/dashboard')).text()
  expect(weight(text)).toBeLessThan(answerLimit)
  const newest = (JSON.parse(text) as { submissions: Submission[] }).submissions.map(({ id }) => id)
  expect(newest.length).toBeGreaterThan(20)
  expect(newest).toEqual(ids.toReversed().slice(0, newest.length))

  const completed = await (await doer.request('GET /api/user/completed-tasks')).text()
  expect(weight(completed)).toBeLessThan(answerLimit)
})
