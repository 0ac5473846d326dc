import { randomBytes } from 'node:crypto'
import { hexlify } from 'ethers'
import { ulid } from 'ulid'
import type { Output, RouteKey } from '../../domain/api.ts'
import { lists } from '../../domain/limits.ts'
import { services } from '../../functions/runtime/context.ts'
import { weekOf } from '../../functions/table/scorecards.ts'
import * as submissions from '../../functions/table/submissions.ts'
import * as tasks from '../../functions/table/tasks.ts'
import * as users from '../../functions/table/users.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { type Known, openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { form } from '../support/task-form.ts'

const { connection } = await startIsolatedStack({}, { stream: true })
const { approvedProof, newAdmin, newUser, postedTask, storedTask, submittedTo } = openFixture(connection)
const { table } = services()

type PageRoute = Extract<RouteKey, `GET ${string}`>
type Row = { id: string; status?: string }

/** All pages of a list, or all parts of a file, by their cursors. */
async function answersOf(by: ApiUser, route: PageRoute, sent: Record<string, string>): Promise<string[]> {
  const answers: string[] = []
  let cursor: string | null = ''
  do {
    const answer: Response = await by.request(route, { ...sent, ...(cursor && { cursor }) })
    expect(answer.status).toBe(200)
    answers.push(await answer.text())
    const link = answer.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
    cursor = link ? new URL(link, 'http://site').searchParams.get('cursor') : null
  } while (cursor)
  return answers
}
const pagesOf = async (by: ApiUser, route: PageRoute, sent: Record<string, string> = {}) =>
  (await answersOf(by, route, sent)).map((page) => JSON.parse(page) as Row[])
const linesOf = async (by: ApiUser, name: string) =>
  (await answersOf(by, 'GET /api/user/files/{name}', { name })).join('').split('\r\n')
const idsOf = (pages: Row[][]) => pages.flat().map(({ id }) => id)

/** Saves copies of a task, newest last. */
async function copiesOf(id: string, count: number): Promise<string[]> {
  const model = await storedTask(id)
  const ids: string[] = []
  for (let turn = 0; turn < count; turn++) {
    const copy = { ...model, id: ulid(Date.now() + turn), escrowId: hexlify(randomBytes(32)) }
    expect(await tasks.create(table, copy)).toBeNull()
    ids.push(copy.id)
  }
  return ids
}

/** Saves pending submissions of new users to a task, oldest first. */
async function submissionsTo(taskId: string, count: number): Promise<string[]> {
  const { submission: model } = await submittedTo(await storedTask(taskId))
  const stored = await submissions.get(table, model.id)
  if (!stored) throw new Error('There is no submission')
  const ids = [model.id]
  for (let turn = 1; turn < count; turn++) {
    const [id, userId] = [ulid(Date.now() + turn), ulid()]
    const person = users.newAccount(Date.now(), { id: userId, username: `crowd_${userId.slice(-10)}` })
    expect(await users.create(table, person)).toBeNull()
    const createdAt = new Date(Date.now() + turn).toISOString()
    const copy = { ...stored, id, userId, createdAt, proofHashes: [] }
    expect(await submissions.create(table, copy, await storedTask(taskId))).toBeNull()
    ids.push(id)
  }
  return ids
}

const eventually = (assertion: () => Promise<void>) =>
  vi.waitFor(assertion, { timeout: 10_000, interval: 50 })

test('Own tasks come in pages of 25, newest first, each task once', async () => {
  const { poster, task } = await postedTask()
  const ids = [task.id, ...(await copiesOf(task.id, 55))]
  const pages = await pagesOf(poster, 'GET /api/user/tasks')
  expect(pages.map(({ length }) => length)).toEqual([25, 25, 6])
  expect(idsOf(pages)).toEqual(ids.toReversed())
})

test('A page that is exactly full has no next page', async () => {
  const { poster, task } = await postedTask()
  await copiesOf(task.id, lists.page - 1)
  expect((await pagesOf(poster, 'GET /api/user/tasks')).map(({ length }) => length)).toEqual([lists.page])
})

describe('the proofs of a task', () => {
  let poster: Known
  let taskId: string
  let ids: string[]
  const rejected = [1, 3]
  beforeAll(async () => {
    const { task, ...posted } = await postedTask({ maxCompletions: 60 })
    poster = posted.poster
    taskId = task.id
    ids = await submissionsTo(taskId, 30)
    for (const index of rejected) await poster.reject({ id: ids[index] ?? '' })
    await poster.approve({ id: ids[0] ?? '' })
  }, 60_000)

  const pending = () => ids.filter((_, index) => index !== 0 && !rejected.includes(index))
  const decided = () => [ids[3], ids[1], ids[0]]

  test.each([
    ['GET /api/tasks/{id}/submissions', (): Record<string, string> => ({ id: taskId })],
    ['GET /api/reviews', () => ({ status: 'all' })],
  ] as const)('%s lists pending ones first, the oldest first; then the others, the newest first', async (route, sent) => {
    const pages = await pagesOf(poster, route, sent())
    expect(pages[0]).toHaveLength(25)
    expect(idsOf(pages)).toEqual([...pending(), ...decided()])
  })

  test('Reviews are filtered by status', async () => {
    expect(idsOf(await pagesOf(poster, 'GET /api/reviews'))).toEqual(pending())
    expect(idsOf(await pagesOf(poster, 'GET /api/reviews', { status: 'approved' }))).toEqual([ids[0]])
    expect(idsOf(await pagesOf(poster, 'GET /api/reviews', { status: 'rejected' }))).toEqual([ids[3], ids[1]])
  })

  test('Reviews are searched in the task’s title, ignoring case, and those of other posters are not found', async () => {
    const found = await pagesOf(poster, 'GET /api/reviews', { status: 'all', q: form.title.toUpperCase() })
    expect(idsOf(found)).toHaveLength(30)
    expect(idsOf(await pagesOf(poster, 'GET /api/reviews', { status: 'all', q: 'zeppelin' }))).toEqual([])
    const stranger = await newUser()
    expect(idsOf(await pagesOf(stranger, 'GET /api/reviews', { status: 'all' }))).toEqual([])
  })

  test('An admin reviews all submissions, each once, pending ones first', async () => {
    const admin = await newAdmin()
    const pages = await pagesOf(admin, 'GET /api/reviews', { status: 'all' })
    const all = pages.flat()
    const own = all.filter(({ id }) => ids.includes(id))
    expect(own.map(({ id }) => id)).toEqual([...pending(), ...decided()])
    const statuses = all.map(({ status }) => status === 'pending')
    expect(statuses).toEqual(statuses.toSorted((a, b) => Number(b) - Number(a)))
    expect(new Set(idsOf(pages)).size).toBe(all.length)
    expect(idsOf(await pagesOf(admin, 'GET /api/reviews', { status: 'all', own: 'true' }))).toEqual([])
    const { totals, recent } = await admin.call('GET /api/admin/overview', {})
    expect(totals.submissions).toBe(all.length)
    expect(recent).toHaveLength(5)
  })

  test('The counts of the poster, of the task and of the doer are those of the lists', async () => {
    await eventually(async () => {
      const summary = await poster.call('GET /api/user/summary', {})
      expect(summary).toMatchObject({
        ...{ created: 1, toReview: 27, receivedApproved: 1, receivedRejected: 2 },
        held: form.reward * 59,
      })
    })
    const [task] = (await poster.call('GET /api/user/tasks', {})) as Output<'GET /api/user/tasks'>
    expect(task?.proofs).toEqual({ total: 30, pending: 27, undecided: 29 })
  })

  test('A cursor of another form begins at the first page', async () => {
    const answer = await poster.request('GET /api/reviews', { cursor: '../x' })
    expect(((await answer.json()) as Row[]).map(({ id }) => id)).toEqual(pending().slice(0, 25))
    expect(await (await poster.request('GET /api/reviews', { cursor: '9:' })).json()).toEqual([])
  })
})

test('The summary of a doer counts submissions, what waits, and what was approved in each week', async () => {
  const { poster, task } = await postedTask({ maxCompletions: 3 })
  const { doer, submission } = await submittedTo(task)
  const other = await postedTask()
  await doer.call('POST /api/submissions', { taskId: other.task.id, proofText: 'Two trams.' })
  const before = await doer.call('GET /api/user/summary', {})
  expect(before).toMatchObject({ submissions: 2, pending: 2, waiting: 2 * form.reward, completed: 0 })
  await poster.approve(submission)
  await eventually(async () => {
    const { weeks, ...summary } = await doer.call('GET /api/user/summary', {})
    expect(summary).toMatchObject({ pending: 1, waiting: form.reward, completed: 1, earned: form.reward })
    expect(weeks).toHaveLength(lists.earningsWeeks)
    expect(weeks.at(-1)).toMatchObject({ amount: form.reward, tasks: 1 })
    expect(new Date(weeks.at(-1)?.start ?? '').getUTCDay()).toBe(1)
  })
  const own = await pagesOf(doer, 'GET /api/user/submissions')
  expect(idsOf(own)).toHaveLength(2)
  expect(idsOf(await pagesOf(doer, 'GET /api/user/submissions', { status: 'approved' }))).toEqual([
    submission.id,
  ])
})

test('Weeks begin on Monday at 0:00 UTC', () => {
  expect(weekOf('2026-11-23T00:00:00Z') - weekOf('2026-11-22T23:59:59Z')).toBe(1)
  expect(weekOf('2026-11-29T23:59:59Z')).toBe(weekOf('2026-11-23T00:00:00Z'))
})

test('All users and all tasks are listed once, newest first, as many as the totals say', async () => {
  const admin = await newAdmin()
  const { totals, categories } = await admin.call('GET /api/admin/overview', {})
  for (const [route, count] of [
    ['GET /api/admin/users', totals.users],
    ['GET /api/admin/tasks', totals.tasks],
  ] as const) {
    const ids = idsOf(await pagesOf(admin, route))
    expect(new Set(ids).size).toBe(count)
    expect(ids).toEqual(ids.toSorted().toReversed())
  }
  expect(categories.reduce((sum, { tasks: some }) => sum + some, 0)).toBe(totals.tasks)
})

test('The files of a person have all rows: what each task cost, each proof, and each reward', async () => {
  const { doer, poster, task } = await approvedProof()
  await copiesOf(task.id, 120)
  expect(await answersOf(poster, 'GET /api/user/files/{name}', { name: 'spending' })).toHaveLength(2)
  const spending = await linesOf(poster, 'spending')
  expect(spending).toHaveLength(1 + 121 + 1)
  expect(spending[0]).toBe(
    '"Created","Task","Task id","Locked","Approved","Returned","Held","Refund transaction"',
  )
  const { maxCompletions: places, reward, title } = task
  expect(spending.at(-2)).toBe(
    `"${task.createdAt}","${title}","${task.id}",${places * reward},${reward},0,${(places - 1) * reward},""`,
  )
  const row = `"${title}","${task.id}"`
  expect((await linesOf(poster, 'proofs'))[1]).toMatch(/","[^"]+","approved",""/)
  expect((await linesOf(doer, 'earnings'))[1]).toContain(`${row},${reward},`)
  expect(await linesOf(await newUser(), 'earnings')).toHaveLength(2)
})
