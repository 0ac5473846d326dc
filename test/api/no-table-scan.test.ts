import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { type RouteKey, routeKeys } from '../../domain/api.ts'
import { lists, shards } from '../../domain/limits.ts'
import { handler as schedule } from '../../functions/handlers/schedule.ts'
import { handler as settle } from '../../functions/handlers/settle.ts'
import { keys } from '../../functions/table/keys.ts'
import { update } from '../../functions/table/table.ts'
import { startDynamoDb } from '../../local/engines/dynamodb.ts'
import type { ApiUser } from '../../ops/api-user.ts'
import { files, root } from '../repository/repository-files.ts'
import { callEveryRoute } from '../support/call-every-route.ts'
import { type Asked, startDynamoDbProxy } from '../support/dynamodb-proxy.ts'
import { openFixture } from '../support/fixture.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { form } from '../support/task-form.ts'

/** Source text that can read a whole table: Scan, its paginator, its IAM action, and PartiQL statements. */
const scanPattern = /\bScan(?!IndexForward)|paginateScan|\.scan\(|ExecuteStatement|PartiQL/
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('No source file in functions/, local/ or infra/ uses Scan', () => {
  const sources = ['functions', 'local', 'infra'].flatMap(files)
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.filter((file) => scanPattern.test(textOf(file)))).toEqual([])
})

/** Requests to DynamoDB since the last reset, in order. */
let asked: Asked[] = []
const { given } = inject('stack')
const engine = given.DYNAMODB_ENDPOINT
  ? { endpoint: given.DYNAMODB_ENDPOINT, close: async () => {} }
  : await startDynamoDb()
const front = await startDynamoDbProxy(engine.endpoint, (one) => {
  asked.push(one)
  return null
})
afterAll(async () => {
  await front.close()
  await engine.close()
})
const { connection } = await startIsolatedStack({ DYNAMODB_ENDPOINT: front.endpoint })
const fixture = openFixture(connection)
const { newVisitor, newUser, openOwnServices } = fixture

/** The DynamoDB requests of the latest call of each route. */
const askedBy = new Map<string, Asked[]>()

async function call(by: ApiUser, route: RouteKey, sent: Record<string, unknown> = {}) {
  asked = []
  const answer = await by.request(route, sent)
  expect(answer.status, `${route}: ${answer.ok ? '' : await answer.text()}`).toBeLessThan(400)
  askedBy.set(route, asked)
  return answer
}

let people: Awaited<ReturnType<typeof callEveryRoute>>
beforeAll(async () => {
  people = await callEveryRoute(fixture, call)
  asked = []
  await settle()
  await schedule()
  askedBy.set('the schedule', asked)
})

const operations = (of: Asked[] = []) => [...new Set(of.map(({ operation }) => operation))]
const queries = (route: string) =>
  (askedBy.get(route) ?? []).flatMap(({ operation, body }) => (operation === 'Query' ? [body] : []))
const indexesOf = (route: string) => queries(route).map(({ IndexName }) => IndexName ?? 'the table')

test('Every API route and the scheduled runs read by key or by a limited Query, and write by single writes or transactions', () => {
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']
  const allowed = ['GetItem', 'BatchGetItem', 'Query', ...writes]
  expect([...askedBy.keys()].sort()).toEqual([...routeKeys, 'the schedule'].sort())
  for (const [route, all] of askedBy) {
    for (const operation of operations(all)) {
      expect(allowed, route).toContain(operation)
    }
    for (const query of queries(route)) {
      expect(query, route).toMatchObject({ KeyConditionExpression: expect.stringMatching(/^#pk = :pk/) })
      expect(query.Limit, route).toBeLessThanOrEqual(1000)
      expect(query, route).not.toHaveProperty('FilterExpression')
    }
  }
})

test('No expression contains an id or a wallet, because values are parameters', () => {
  expect(askedBy.size).toBeGreaterThan(50)
  expect(JSON.stringify([...askedBy])).not.toMatch(/Expression":"[^"]*(?:[0-9A-Z]{26}|0x)/)
})

test('Every list is read by Queries on its own index', () => {
  expect([...new Set(indexesOf('GET /api/tasks'))]).toEqual(['byDate'])
  expect(indexesOf('GET /api/leaderboard')).toEqual(Array(shards).fill('boardByEarned'))
  expect(indexesOf('GET /api/dashboard').sort()).toEqual(['gsi1', 'gsi1', 'gsi2', 'gsi2'])
  expect(indexesOf('GET /api/user/tasks')).toEqual(['gsi1'])
  expect(indexesOf('GET /api/user/submissions')).toEqual(['gsi1'])
  expect(indexesOf('GET /api/user/completed-tasks')).toEqual(['gsi1'])
  expect(indexesOf('GET /api/admin/dashboard')).toEqual(Array(3 * shards).fill('gsi3'))
})

test('An approval reads only by key and writes one transaction', () => {
  const approval = askedBy.get('PATCH /api/submissions/{id}') ?? []
  expect(operations(approval).sort()).toEqual(['GetItem', 'TransactWriteItems'])
  expect(approval.filter(({ operation }) => operation === 'TransactWriteItems')).toHaveLength(1)
})

test('Lists send as many DynamoDB requests after nine more tasks and 18 more submissions as before', async () => {
  const all: [ApiUser, RouteKey][] = [
    [people.poster, 'GET /api/dashboard'],
    [people.doer, 'GET /api/dashboard'],
    [people.admin, 'GET /api/admin/dashboard'],
    [people.doer, 'GET /api/user/submissions'],
    [people.poster, 'GET /api/user/tasks'],
    [people.doer, 'GET /api/user/completed-tasks'],
    [newVisitor(), 'GET /api/tasks'],
    [newVisitor(), 'GET /api/leaderboard'],
  ]
  const count = async () => {
    const counts: number[] = []
    for (const [person, route] of all) {
      // One page of tasks, as the site requests it: a longer page needs more queries.
      await call(person, route, route === 'GET /api/tasks' ? { limit: lists.tasksFirst } : {})
      counts.push(asked.length)
    }
    return counts
  }
  const submitTwice = async () => {
    const task = await people.poster.post({ ...form, maxCompletions: 2 })
    for (const doer of [people.doer, await newUser()]) {
      await doer.call('POST /api/submissions', { taskId: task.id, proofText: 'A tram.' })
    }
  }
  const { id } = (await (await people.doer.request('GET /api/user')).json()) as { id: string }
  await openOwnServices().table.write([update(keys.user(id), { set: { trusted: true } })])
  await submitTwice()
  const before = await count()
  for (let turn = 0; turn < 9; turn++) await submitTwice()
  const after = await count()
  // A shard that has more than its share of a page of tasks is read twice.
  const tasks = all.findIndex(([, route]) => route === 'GET /api/tasks')
  expect(after[tasks]).toBeLessThanOrEqual((before[tasks] ?? 0) + shards)
  expect(after.toSpliced(tasks, 1)).toEqual(before.toSpliced(tasks, 1))
})
