import { ulid } from 'ulid'
import { lists } from '../../domain/limits.ts'
import { categories, sorts, submissionTypes, type TaskQuery } from '../../domain/task.ts'
import { list } from '../../functions/market/task-list.ts'
import type { Context } from '../../functions/runtime/context.ts'
import { openTable, type Table } from '../../functions/table/table.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { startDynamoDb } from '../../local/engines/dynamodb.ts'
import { externalEndpoint } from '../../local/engines/external.ts'
import { createTable, dropTable } from '../../local/provision.ts'
import { localCredentials } from '../../ops/local-credentials.ts'
import { meteredDynamoDb } from './metered-dynamodb.ts'

/**
 * `npm run bench:pages` compares the read cost of a page of tasks with 100, 1,000 and 20,000 tasks, for each sort order, and
 * measures a search that finds nothing.
 */

const sizes = [100, 1_000, 20_000]
const day = 24 * 3600 * 1000
const now = Date.now()

process.env.AWS_REGION ??= 'us-east-1'
process.env.AWS_ACCESS_KEY_ID ??= localCredentials.accessKeyId
process.env.AWS_SECRET_ACCESS_KEY ??= localCredentials.secretAccessKey

function sampleTask(index: number): tasks.StoredTask {
  const at = now - index * 60_000
  return {
    id: ulid(at),
    title: `Task number ${index}`,
    description: 'Walk the street and write down what you see. '.repeat(6),
    requirements: 'Five sentences, your own words. '.repeat(4),
    category: categories[index % categories.length] ?? 'Other',
    creatorId: ulid(now),
    reward: 1 + ((index * 37) % 1000),
    maxCompletions: 5,
    completions: 0,
    taken: 0,
    undecided: 0,
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

/** Writes tasks without their escrows and the totals, which no list reads: 100 in a transaction. */
async function createTasks(table: Table, from: number, to: number) {
  const samples = Array.from({ length: to - from }, (_, index) => sampleTask(from + index))
  while (samples.length > 0)
    await table.write(samples.splice(0, 100).map((task) => ({ put: tasks.itemOf(task) })))
}

/** The cost of a search that goes on to the last task. */
async function search(table: Table, size: number) {
  const query: TaskQuery = { q: 'in no task', sort: 'recent', status: 'open', limit: lists.tasksFirst }
  const requests: ReturnType<typeof meter.take>[] = []
  let cursor: string | undefined
  do {
    const { next } = await list(contextOf(table), { ...query, ...(cursor && { cursor }) })
    requests.push(meter.take())
    cursor = next
  } while (cursor)
  const capacities = requests.map(({ capacity }) => capacity)
  const total = capacities.reduce((sum, capacity) => sum + capacity, 0)
  return `${size} tasks: ${requests.length} requests, ${total} RCU, at most ${Math.max(...capacities)} RCU and ${Math.max(...requests.map(({ items }) => items))} items each`
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
  const searches: string[] = []
  let filled = 0
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
      const cells = [one, two].map(({ items, capacity }) => `${items} items ${capacity.toFixed(1)} RCU`)
      rows.set(sort, [...(rows.get(sort) ?? []), cells.join(' · ')])
    }
    searches.push(await search(metered, size))
  }
  console.log(`A page of ${lists.tasksFirst} tasks: first page · second page\n`)
  console.log(['sort'.padEnd(12), ...sizes.map((size) => `${size} tasks`.padEnd(39))].join(''))
  for (const [sort, cells] of rows)
    console.log(sort.padEnd(12) + cells.map((cell) => cell.padEnd(39)).join(''))
  const same = [...rows.values()].every((cells) => new Set(cells).size === 1)
  console.log(`\nA search that finds nothing\n\n${searches.join('\n')}`)
  console.log(same ? '\nThe cost is the same at every size.' : '\nThe cost is NOT the same at every size.')
  process.exitCode = same ? 0 : 1
} finally {
  await dropTable(tableName, engine.endpoint)
  await meter.close()
  await engine.close()
}
