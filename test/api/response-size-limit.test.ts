import { randomBytes } from 'node:crypto'
import { hexlify } from 'ethers'
import { ulid } from 'ulid'
import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { keys } from '../../functions/table/keys.ts'
import * as submissions from '../../functions/table/submissions.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'

/** This file starts its own stack, because its long texts would fill the lists of other tests. */
const { connection } = await startIsolatedStack()
const { newAdmin, openOwnServices, postedTask, newUser, storedTask, submittedTo } = openFixture(connection)
const { table } = openOwnServices()
const { submission: template } = await submittedTo((await postedTask()).task)

/** Maximum bytes of a Lambda response: 6 MB. The body counts as a string inside JSON. */
const responseLimit = 6 * 1024 * 1024

let clock = Date.now()

/** Writes items of users without a limit of undecided submissions, in transactions of 100. */
async function writeSubmitters(userIds: string[]): Promise<void> {
  const set = 'SET undecided = :none, username = if_not_exists(username, :name)'
  for (let at = 0; at < userIds.length; at += 100)
    await table.write(
      userIds
        .slice(at, at + 100)
        .map((id) => ({ update: keys.user(id), set, values: { ':none': -1000, ':name': id } })),
    )
}

/** Saves `count` submissions to a task, oldest first, as `POST /api/submissions` does. @returns their ids */
async function addSubmissions(task: Task, count: number, one: Partial<Submission>): Promise<string[]> {
  const values = { ':many': 1000 }
  if (count > 1)
    await table.write([{ update: keys.task(task.id), set: 'SET maxCompletions = :many', values }])
  const crowd = one.userId ? [] : Array.from({ length: count }, () => ulid())
  await writeSubmitters(crowd)
  const ids: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const at = new Date().toISOString()
    const id = ulid(clock++)
    const userId = one.userId ?? crowd[turn] ?? ''
    const names = { id, taskId: task.id, userId, creatorId: task.creatorId, reward: task.reward }
    const reviewBy = new Date(Date.now() + 86_400_000).toISOString()
    const times = { createdAt: at, updatedAt: at, reviewBy }
    const value = { ...template, ...names, ...times, proofText: null, proofHashes: [], ...one }
    expect(await submissions.create(table, value, task)).toBeNull()
    ids.push(id)
  }
  return ids
}

const long = '"'.repeat(5000)
const longest = { proofText: '"'.repeat(10_000) }

/** Saves a copy of a task with a long description. */
async function copyOf(id: string, changes: Partial<Task> = {}) {
  const own = { id: ulid(), escrowId: hexlify(randomBytes(32)), description: long }
  const copy = { ...(await storedTask(id)), ...own, ...changes }
  expect(await tasks.create(table, copy)).toBeNull()
  return copy
}

/** Bytes of a response body as Lambda counts them. */
const responseBytes = (text: string) => Buffer.byteLength(JSON.stringify({ body: text }))

test('The dashboard lists the oldest pending submissions first and stays under Lambda’s response limit', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  const honest = await addSubmissions(task, 300, { proofText: 'A tram. '.repeat(600) })
  const shown = async () => {
    const text = await (await poster.request('GET /api/dashboard')).text()
    expect(responseBytes(text)).toBeLessThan(responseLimit)
    const { createdTasks } = JSON.parse(text) as { createdTasks: { submissions: Submission[] }[] }
    return createdTasks.flatMap((one) => one.submissions).map(({ id }) => id)
  }
  expect(await shown()).toEqual(honest)

  const flood = await addSubmissions(task, 100, { ...longest, notes: '\n'.repeat(5000) })
  expect((await shown()).slice(0, 300)).toEqual(honest)

  const admin = await newAdmin()
  const all = await (await admin.request('GET /api/admin/dashboard')).text()
  expect(responseBytes(all)).toBeLessThan(responseLimit)
  expect((JSON.parse(all) as { submissions: Submission[] }).submissions[0]?.id).toBe(flood.at(-1))
})

test('On the dashboard, reviewed submissions come after pending ones, so that later pending ones become visible', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  const flood = await addSubmissions(task, 60, { ...longest, notes: '\n'.repeat(5000) })
  const [honest = ''] = await addSubmissions(task, 1, { proofText: 'Eleven.' })
  const shown = async () => {
    const { createdTasks } = await poster.call('GET /api/dashboard', {})
    return createdTasks.flatMap((one) => one.submissions).map(({ id, status }) => ({ id, status }))
  }
  const first = await shown()
  expect(first.length).toBeLessThan(flood.length)
  expect(first).not.toContainEqual({ id: honest, status: 'pending' })
  for (const id of flood) await poster.reject({ id })
  const [next, ...decided] = await shown()
  expect(next).toEqual({ id: honest, status: 'pending' })
  expect(decided.map(({ id }) => id)).toEqual(flood.toReversed().slice(0, decided.length))
})

test('The dashboard shows a task beyond its list limit while the task has a pending submission', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 100 })
  for (let turn = 0; turn < 120; turn++) await copyOf(task.id, { requirements: long })
  const listed = async () =>
    (await poster.call('GET /api/dashboard', {})).createdTasks.map(({ id }) => id).includes(task.id)
  expect(await listed()).toBe(false)
  await addSubmissions(task, 1, { proofText: 'Eleven.' })
  expect(await listed()).toBe(true)
})

test('A doer with more submissions than fit into one response sees the newest ones', async () => {
  const doer = await newUser()
  await writeSubmitters([doer.id])
  const { task } = await postedTask()
  const ids: string[] = []
  for (let turn = 0; turn < 120; turn++)
    ids.push(...(await addSubmissions(await copyOf(task.id), 1, { userId: doer.id, ...longest })))
  const text = await (await doer.request('GET /api/dashboard')).text()
  expect(responseBytes(text)).toBeLessThan(responseLimit)
  const newest = (JSON.parse(text) as { submissions: Submission[] }).submissions.map(({ id }) => id)
  expect(newest.length).toBeGreaterThan(20)
  expect(newest).toEqual(ids.toReversed().slice(0, newest.length))

  const completed = await (await doer.request('GET /api/user/completed-tasks')).text()
  expect(responseBytes(completed)).toBeLessThan(responseLimit)
})
