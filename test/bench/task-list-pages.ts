import { ulid } from 'ulid'
import { lists } from '../../domain/limits.ts'
import { categories, sorts, submissionTypes, type TaskQuery } from '../../domain/task.ts'
import { list } from '../../functions/market/task-list.ts'
import type { Context } from '../../functions/runtime/context.ts'
import { entryWrite, termsOf } from '../../functions/table/search-index.ts'
import { openTable, type Table } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { startDynamoDb } from '../../local/engines/dynamodb.ts'
import { externalEndpoint } from '../../local/engines/external.ts'
import { createTable, dropTable } from '../../local/provision.ts'
import { localCredentials } from '../../ops/local-credentials.ts'
import { meteredDynamoDb } from './metered-dynamodb.ts'

/**
 * `npm run bench:pages` compares the read cost of a page of tasks with 100, 1,000 and 3,000 tasks, for each sort order, and
 * measures the first page of searches.
 */

const sizes = [100, 1_000, 3_000]
const day = 24 * 3600 * 1000
const now = Date.now()

process.env.AWS_REGION ??= 'us-east-1'
process.env.AWS_ACCESS_KEY_ID ??= localCredentials.accessKeyId
process.env.AWS_SECRET_ACCESS_KEY ??= localCredentials.secretAccessKey

function sampleTask(index: number): tasks.StoredTask {
  const at = now - index * 60_000
  return {
    id: ulid(at),
    title: `Task number ${index} ${index % 2 ? 'odd' : 'even'}`,
    description: 'Walk the street and write down what you see. '.repeat(6),
    requirements: 'Five sentences, your own words. '.repeat(4),
    category: categories[index % categories.length] ?? 'Other',
    creatorId: ulid(now),
    reward: 1 + ((index * 37) % 1000),
    maxCompletions: 5,
    completions: 0,
    taken: 0,
    undecided: 0,
    submissions: 0,
    pending: 0,
    reviewDays: 7,
    estimatedTime: 1 + ((index * 13) % 480),
    deadline: new Date(now + (1 + (index % 60)) * day).toISOString(),
    submissionType: submissionTypes[index % submissionTypes.length] ?? 'text',
    isActive: true,
    contractAddress: null,
    createdAt: new Date(at).toISOString(),
    escrowId: `0x${index.toString(16).padStart(64, '0')}`,
    funder: `0x${'0'.repeat(40)}`,
    salt: `0x${'0'.repeat(64)}`,
    refundableAt: 0,
  }
}

const contextOf = (table: Table) => ({ table, now: Date.now }) as Context

/** Terms of which the searches of this benchmark read the entries. */
const terms = ['any:', 'task', 'walk', 'even', 'odd']

/** Writes tasks without their escrows and the totals, which no list reads, and the entries of `terms`: 100 in a transaction. */
async function createTasks(table: Table, from: number, to: number) {
  const samples = Array.from({ length: to - from }, (_, index) => sampleTask(from + index))
  const writes = samples.flatMap((task) => [
    { put: tasks.itemOf(task) },
    ...termsOf(task)
      .filter((term) => terms.includes(term))
      .map((term) => entryWrite(term, task)),
  ])
  while (writes.length > 0) await table.write(writes.splice(0, 100))
}

const searches: Record<string, Partial<TaskQuery>> = {
  'a word of no task': { q: 'nowhere' },
  'a word of every task': { q: 'task' },
  'the highest reward with it': { q: 'task', sort: 'reward-high' },
  'two words of every task': { q: 'walk task' },
  'two words of no common task': { q: 'even odd' },
  'no task in the range': { minReward: 1001 },
}

/** The cost of the first page of a search: up to three requests, as the web app makes them. */
async function search(table: Table, wanted: Partial<TaskQuery>): Promise<string> {
  const query: TaskQuery = { sort: 'recent', status: 'open', limit: lists.tasksFirst, ...wanted }
  let [found, requests, capacity] = [0, 0, 0]
  let cursor: string | undefined
  do {
    const { next, page } = await list(contextOf(table), { ...query, ...(cursor && { cursor }) })
    capacity += meter.take().capacity
    found += page.length
    requests++
    cursor = next
  } while (cursor && found < lists.tasksFirst && requests < lists.requestsAtOnce)
  return `${found} found, ${requests} requests, ${capacity} RRU`
}

const external = await externalEndpoint('DYNAMODB_ENDPOINT')
const engine = external ? { endpoint: external, close: async () => {} } : await startDynamoDb()
const meter = await meteredDynamoDb(engine.endpoint)
const tableName = `pages-${now}`
try {
  await createTable(tableName, engine.endpoint)
  const table = openTable({ tableName, endpoint: engine.endpoint })
  const metered = openTable({ tableName, endpoint: meter.endpoint })
  const rows = new Map<string, string[]>()
  const found = new Map<string, string[]>()
  let filled = 0
  const costs: number[] = []
  for (const size of sizes) {
    await createTasks(table, filled, size)
    filled = size
    for (const sort of sorts) {
      const query: TaskQuery = { sort, status: 'open', limit: lists.tasksFirst }
      const first = await list(contextOf(metered), query)
      const one = meter.take()
      if (!first.next)
        throw new Error('The first page has no next page, so the second page cannot be measured')
      await list(contextOf(metered), { ...query, cursor: first.next })
      const two = meter.take()
      costs.push(one.capacity, two.capacity)
      const cells = [one, two].map(({ items, capacity }) => `${items} items ${capacity.toFixed(1)} RCU`)
      rows.set(sort, [...(rows.get(sort) ?? []), cells.join(' · ')])
    }
    for (const [name, wanted] of Object.entries(searches))
      found.set(name, [...(found.get(name) ?? []), await search(metered, wanted)])
  }
  console.log(`A page of ${lists.tasksFirst} tasks: first page · second page\n`)
  console.log(['sort'.padEnd(12), ...sizes.map((size) => `${size} tasks`.padEnd(39))].join(''))
  for (const [sort, cells] of rows)
    console.log(sort.padEnd(12) + cells.map((cell) => cell.padEnd(39)).join(''))
  // A shard of the list may be read twice: that costs up to one unit.
  const same = Math.max(...costs) - Math.min(...costs) <= 2
  console.log('\nThe first page of a search\n')
  for (const [name, cells] of found)
    console.log(name.padEnd(29) + cells.map((cell) => cell.padEnd(33)).join(''))
  console.log(same ? '\nThe cost is the same at every size.' : '\nThe cost is NOT the same at every size.')
  process.exitCode = same ? 0 : 1
} finally {
  await dropTable(tableName, engine.endpoint)
  await meter.close()
  await engine.close()
}
