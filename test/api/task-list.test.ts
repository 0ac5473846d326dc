import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import { sorts, type Task, type TaskForm, type TaskSort, taskQuery } from '../../domain/task.ts'
import { limitedList, list } from '../../functions/market/task-list.ts'
import { closeExpired } from '../../functions/market/tasks.ts'
import { indexTask } from '../../functions/table/search-index.ts'
import { ConditionFailed, type Item, type Table, type Write } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { listPages } from '../support/responses.ts'
import {
  contextOf,
  errorResponse,
  form,
  newFundedUser,
  newVisitor,
  openOwnServices,
  postedTask,
  site,
  submittedTo,
} from '../support/shared-fixture.ts'

/** A search term that occurs only in the tasks of this file. */
const mark = `mark${randomBytes(6).toString('hex')}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const taskForms: Partial<TaskForm>[] = [
  { title: `Alpha ${mark}`, reward: 10, estimatedTime: 60, deadline: inDays(9), category: 'Social Media' },
  { requirements: `Beta ${mark}`, reward: 50, estimatedTime: 5, deadline: inDays(2), submissionType: 'link' },
  { description: `Gamma ${mark}`, reward: 50, estimatedTime: 30, deadline: inDays(5), category: 'Design' },
  { title: `Delta ${mark}`, reward: 9, estimatedTime: 480, deadline: inDays(3), submissionType: 'mixed' },
  { title: `Epsilon ${mark}`, reward: 100, estimatedTime: 30, deadline: inDays(30), category: 'Design' },
  { title: `Zeta ${mark}`, reward: 10, estimatedTime: 29, deadline: inDays(5), submissionType: 'file' },
]

let poster: Awaited<ReturnType<typeof newFundedUser>>
let open: Task[]
let full: Task

beforeAll(async () => {
  poster = await newFundedUser()
  open = []
  for (const changes of taskForms) open.push(await poster.post({ ...form, maxCompletions: 2, ...changes }))
  full = await poster.post({ ...form, title: `Full ${mark}`, maxCompletions: 1 })
  const { submission } = await submittedTo(full)
  await poster.call('PATCH /api/submissions/{id}', { id: submission.id, status: 'approved' })
  await poster.post({ ...form, title: `Draft ${mark}`, maxCompletions: 1, isActive: false })
  // A reaction of the stream keeps the index of the search.
  await vi.waitFor(async () => expect(await titles({})).toHaveLength(taskForms.length), { timeout: 10_000 })
})

type Query = Record<string, string | number>

const ask = (query: Query) => newVisitor().request('GET /api/tasks', { q: mark, ...query })

const pages = (query: Query) => listPages(site.origin, { q: mark, ...query })
const whole = async (query: Query) => (await pages(query)).flat()
const titles = async (query: Query) => names(await whole(query))

/** The word before `mark` in a task's text, which identifies the task. */
const nameOf = ({ title, description, requirements }: Task) =>
  `${title} ${description} ${requirements}`.match(/(\w+) mark/)?.[1] ?? ''

const names = (tasks: Task[]) => tasks.map(nameOf)

describe('GET /api/tasks', () => {
  test('The task list has the open tasks, newest first', async () => {
    expect(await titles({})).toEqual(names(open).reverse())
  })

  test('The task list shows a task with the same fields as GET /api/tasks/{id}', async () => {
    const tasks = await whole({ sort: 'oldest' })
    expect(tasks).toEqual(open.map(({ id }) => expect.objectContaining({ id })))
    const [first] = tasks
    expect(await newVisitor().call('GET /api/tasks/{id}', { id: first?.id ?? '' })).toEqual(first)
  })

  test('The list of closed tasks has the full task, and the list of all tasks leaves out drafts', async () => {
    expect(await titles({ status: 'closed' })).toEqual(['Full'])
    expect(await titles({ status: 'all' })).toEqual([...names(open), 'Full'].reverse())
    expect(await titles({ status: 'all', sort: 'reward-low' })).toEqual(
      names([...open, full].sort((a, b) => a.reward - b.reward || (a.id < b.id ? -1 : 1))),
    )
  })
})

const orders: Record<TaskSort, (a: Task, b: Task) => number> = {
  recent: (a, b) => (a.id < b.id ? 1 : -1),
  oldest: (a, b) => (a.id < b.id ? -1 : 1),
  'reward-high': (a, b) => b.reward - a.reward,
  'reward-low': (a, b) => a.reward - b.reward,
  'time-low': (a, b) => a.estimatedTime - b.estimatedTime,
  'time-high': (a, b) => b.estimatedTime - a.estimatedTime,
  deadline: (a, b) => Date.parse(a.deadline) - Date.parse(b.deadline),
}

describe.each(sorts)('GET /api/tasks sorted by %s', (sort) => {
  test(`The task list sorted by ${sort} is in order`, async () => {
    const tasks = await whole({ sort })
    expect(names(tasks).sort()).toEqual(names(open).sort())
    for (const [at, task] of tasks.entries()) {
      const next = tasks[at + 1]
      if (next) expect(orders[sort](task, next)).toBeLessThanOrEqual(0)
    }
  })

  test.each([
    ['open', 1],
    ['open', 4],
    ['all', 2],
  ])(`Sorted by ${sort}, the pages of %s tasks with limit %i have every task once and in order`, async (status, limit) => {
    const all = await pages({ sort, status, limit })
    expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(limit)
    expect(names(all.flat())).toEqual(await titles({ sort, status }))
  })
})

describe('filters of GET /api/tasks', () => {
  test.each<[Query, string[]]>([
    [{ q: `ALPHA ${mark}` }, ['Alpha']],
    [{ q: `beta ${mark}` }, ['Beta']],
    [{ q: `  Gamma ${mark} ` }, ['Gamma']],
    [{ q: `no ${mark}` }, []],
    [{ category: 'Design' }, ['Epsilon', 'Gamma']],
    [{ category: 'SOCIAL media' }, ['Alpha']],
    [{ category: 'Referral' }, []],
    [{ minReward: 50, maxReward: 50 }, ['Beta', 'Gamma']],
    [{ minReward: 50 }, ['Beta', 'Epsilon', 'Gamma']],
    [{ maxReward: 10 }, ['Alpha', 'Delta', 'Zeta']],
    [{ minReward: 51, maxReward: 99 }, []],
    [{ minTime: 30, maxTime: 60 }, ['Alpha', 'Epsilon', 'Gamma']],
    [{ maxTime: 29 }, ['Beta', 'Zeta']],
    [{ minTime: 0, maxTime: 0 }, []],
    [{ submissionType: 'link' }, ['Beta']],
    [{ submissionType: 'file' }, ['Zeta']],
    [{ submissionType: 'all', maxReward: 9 }, ['Delta']],
    [{ category: 'content', submissionType: 'mixed', minTime: 480 }, ['Delta']],
  ])('The task list filtered by %j has %j', async (query, expected) => {
    expect((await titles(query)).sort()).toEqual(expected)
    // With `status: all` the server does not use the search index: it compares each task with the filter.
    const all = await titles({ ...query, status: 'all' })
    expect(all.filter((name) => name !== 'Full').sort()).toEqual(expected)
  })
})

describe('invalid parameters of GET /api/tasks', () => {
  test.each<[string, Query]>([
    ['limit', { limit: 501 }],
    ['cursor', { cursor: 'not-a-cursor' }],
    ['cursor', { cursor: encode({ sort: 'recent', status: 'open', open: { id: '', key: '' } }) }],
    ['cursor', { cursor: encode({ sort: 'recent', status: 'open', open: { id: '\ud800', key: '\ud800' } }) }],
    ['cursor', { cursor: encode({ sort: 'recent', status: 'open', open: { id: 7 } }) }],
    ['cursor', { cursor: encode([1, 2]) }],
    ['cursor', { cursor: encode(null) }],
  ])('The task list answers 400 and names `%s` for %j', async (path, query) => {
    const refused = await errorResponse(ask(query))
    expect(refused).toMatchObject({ status: 400, errors: [{ path }] })
    expect(refused.message).toContain(path)
  })

  test('A cursor of a task list is accepted for the same list only, not for another sort order or status', async () => {
    const answer = await ask({ limit: 1 })
    expect(await answer.json()).toHaveLength(1)
    const cursor = new URL(
      answer.headers.get('link')?.match(/<(.+)>/)?.[1] ?? '',
      site.origin,
    ).searchParams.get('cursor')
    expect((await ask({ limit: 1, cursor: cursor ?? '' })).status).toBe(200)
    for (const other of [{ sort: 'oldest' }, { status: 'all' }]) {
      const refused = await errorResponse(ask({ ...other, cursor: cursor ?? '' }))
      expect(refused).toMatchObject({ status: 400, errors: [{ path: 'cursor' }] })
    }
  })
})

/** A table with lists in memory, and the bytes that were read and the throttles that were counted. */
function listsInMemory(lists: Record<string, number>) {
  const used = { bytes: 0, throttles: new Set<string>() }
  const items = Object.entries(lists).flatMap(([listed, count]) =>
    Array.from({ length: count }, (_, index) => {
      const id = ulid(Date.now() - index * 1000)
      const dateKey = `${id}#`
      const text = {
        ...form,
        id,
        description: `${index % 97 === 96 ? mark : 'x'}`.padEnd(1 + (index % 40) * 50),
      }
      const times = { createdAt: inDays(-1), deadline: inDays(1) }
      const counted = { completions: 0, taken: 0, creatorId: id, contractAddress: null, isActive: true }
      return { ...text, ...times, ...counted, details: { reviewDays: 7 }, dateKey, listed }
    }),
  )
  const query = async ({ pk, limit, after }: { pk: string; limit: number; after?: Item }) => {
    const all = items.filter(({ listed }) => listed === pk)
    const start = after ? all.findIndex(({ dateKey }) => dateKey === after.dateKey) + 1 : 0
    const page = all.slice(start, start + limit)
    used.bytes += JSON.stringify(page).length
    return { items: page, next: all[start + limit] && page.at(-1) }
  }
  /** Each limit permits one attempt. */
  const write = async ([count]: Write[]) => {
    const { pk } = count && 'update' in count ? count.update : { pk: '' }
    if (used.throttles.has(pk)) throw new ConditionFailed([count?.name ?? ''])
    used.throttles.add(pk)
  }
  const { table } = openOwnServices()
  return { used, items, context: contextOf({} as never, { table: { ...table, query, write } as Table }) }
}

test('A search among all tasks, the closed ones too, reads at most 64 KB in a request, and its pages have each match once and in order', async () => {
  const { context, items, used } = listsInMemory({ 'OPEN#': 700, 'CLOSED#': 300 })
  const seen: string[] = []
  let cursor: string | undefined
  for (let requests = 0; requests === 0 || cursor; requests++) {
    used.bytes = 0
    const query = taskQuery.parse({ q: mark, status: 'all', limit: 3, cursor })
    const { page, next } = await list(context, query)
    expect(used.bytes).toBeLessThan(64 * 1024 * 1.3)
    seen.push(...page.map(({ id }) => id))
    expect(requests).toBeLessThan(100)
    cursor = next
  }
  const matching = items.filter(({ description }) => description.startsWith('mark'))
  const byTime = matching
    .map(({ dateKey, id }) => [dateKey, id] as const)
    .sort(([a], [b]) => (a > b ? -1 : 1))
  expect(seen).toEqual(byTime.map(([, id]) => id))
})

test('A page has at most 20 tasks, and at most three of the greatest length', async () => {
  const { context, items } = listsInMemory({ 'OPEN#': 50 })
  const query = taskQuery.parse({ limit: 500 })
  expect((await list(context, query)).page).toHaveLength(20)
  for (const item of items) item.description = 'x'.repeat(31_000)
  const { page, next } = await list(context, query)
  expect(page).toHaveLength(3)
  const following = await list(context, { ...query, cursor: next })
  expect(following.page[0]?.id).toBe(items[3]?.id)
})

test.each<Query>([
  { q: 'x' },
  { category: 'Design' },
  { submissionType: 'all' },
  { minReward: 1 },
  { maxReward: 9 },
  { minTime: 1 },
  { maxTime: 9 },
])('Each network has a limit for task lists and another for searches such as %j, above which the API answers 429', async (query) => {
  const { context, used } = listsInMemory({ 'OPEN#': 20 })
  const ask = (query: Query) => limitedList(context, taskQuery.parse(query))
  const plain = { sort: 'oldest', status: 'all', limit: 9, fresh: '1' }
  await ask(plain)
  await ask(query)
  for (const again of [plain, query])
    await expect(ask(again)).rejects.toMatchObject({ code: 'tooManyRequests' })
  expect(used.throttles.size).toBe(2)
})

test.each([
  '/api/tasks',
  '/api/leaderboard',
])('%s has one answer for everybody, which only CloudFront keeps, for five seconds, and always whole', async (path) => {
  const [answer, own] = await Promise.all(
    [newVisitor(), poster].map((person) => person.request(`GET ${path}` as 'GET /api/tasks')),
  )
  expect(answer?.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=5, stale-if-error=60')
  expect(answer?.headers.get('set-cookie')).toBeNull()
  const headers = { 'x-if-none-match': own?.headers.get('etag') ?? '' }
  expect((await fetch(site.origin + path, { headers })).status).toBe(200)
})

test('A task leaves the list of open tasks at its deadline, and is in the closed list after closeExpired has run', async () => {
  const later = contextOf({} as never, { now: () => Date.parse(inDays(4)) })
  const query = { q: mark, sort: 'deadline', limit: 500 } as const
  const found = async (status: 'open' | 'closed' | 'all') =>
    names((await list(later, { ...query, status })).page)
  expect(await found('open')).toEqual(['Gamma', 'Zeta', 'Alpha', 'Epsilon'])
  expect(await found('all')).toHaveLength(7)
  expect(await found('closed')).toEqual(['Full'])

  expect(await closeExpired(later)).toBeGreaterThanOrEqual(2)
  expect(await found('closed')).toEqual(['Beta', 'Delta', 'Full'])
  expect(await found('open')).toEqual(['Gamma', 'Zeta', 'Alpha', 'Epsilon'])
  expect(await found('all')).toHaveLength(7)
})

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

describe('the index of search words', () => {
  const { table } = openOwnServices()
  const storedTask = async (id: string) => {
    const task = await tasks.get(table, id)
    if (!task) throw new Error('There is no task')
    return task
  }
  test('A new task is found within seconds, a changed text by its new words only, and a hidden or closed task not at all', async () => {
    const { poster, task } = await postedTask({ title: 'Count quokkas' })
    const found = async (q: string) => (await newVisitor().call('GET /api/tasks', { q })).map(({ id }) => id)
    await expect.poll(() => found('quokkas')).toEqual([task.id])
    await poster.call('PATCH /api/tasks/{id}', {
      id: task.id,
      title: 'Count wombats',
      description: task.description,
      requirements: task.requirements,
    })
    await expect.poll(() => found('wombats')).toEqual([task.id])
    expect(await found('quokkas')).toEqual([])
    await tasks.hide(table, await storedTask(task.id), { reason: 'Spam', at: task.createdAt }, [])
    expect(await found('wombats')).toEqual([])
    await tasks.listAgain(table, await storedTask(task.id), 'hiddenAt', Date.now())
    await expect.poll(() => found('wombats')).toEqual([task.id])
    await poster.call('POST /api/tasks/{id}/close', { id: task.id })
    expect(await found('wombats')).toEqual([])
    await expect.poll(() => entriesOf('wombats')).toEqual([])
  })

  const entriesOf = async (word: string) =>
    (await table.query({ pk: `WORD#${word.slice(0, 2)}`, prefix: `${word}#`, limit: 10 })).items

  test('An entry that a lost event left behind finds nothing, and is removed when the task is indexed again', async () => {
    const { task } = await postedTask({ title: 'Count numbats' })
    await expect.poll(() => entriesOf('numbats')).toHaveLength(1)
    const [entry] = await entriesOf('numbats')
    await table.write([{ put: { ...entry, pk: 'WORD#di', sk: `dingos#${task.id}` } }])
    expect(await newVisitor().call('GET /api/tasks', { q: 'dingos' })).toEqual([])
    await indexTask(table, task.id, ['dingos'])
    expect(await entriesOf('dingos')).toEqual([])
    expect(await entriesOf('numbats')).toHaveLength(1)
  })
})
