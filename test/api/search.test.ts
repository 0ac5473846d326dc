import fc from 'fast-check'
import { ulid } from 'ulid'
import { searchWords } from '../../domain/search-words.ts'
import { sorts, type TaskQuery, type TaskSort, taskQuery } from '../../domain/task.ts'
import { type SearchPosition, search } from '../../functions/market/search.ts'
import { indexTask, termsOf } from '../../functions/table/search-index.ts'
import * as tasks from '../../functions/table/tasks.ts'
import { contextOf, own, postedTask, storedTask } from '../support/isolated-fixture.ts'

/** Words that share beginnings, letters of other scripts, and different cases and accents. */
const vocabulary = ['bench', 'benches', 'Café', 'cafe', 'park', 'PARK', 'straße', '東京の公園', 'x2']
const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 })
const sample = fc.record({
  title: text.map((words) => words.join(' ')),
  reward: fc.integer({ min: 1, max: 5 }),
  estimatedTime: fc.integer({ min: 1, max: 3 }),
  days: fc.integer({ min: 1, max: 3 }),
  category: fc.constantFrom('Design', 'Other'),
  submissionType: fc.constantFrom('link' as const, 'text' as const),
})

type Sample = typeof sample extends fc.Arbitrary<infer Value> ? Value : never

const now = Date.now()

/** Stores open tasks without escrows, and their entries in the index. */
async function create(samples: Sample[]): Promise<tasks.StoredTask[]> {
  const like = await storedTask((await postedTask()).task.id)
  const made = samples.map(({ days, ...changes }, index) => ({
    ...like,
    ...changes,
    ...{ id: ulid(now + index), description: 'Look', requirements: 'Write' },
    ...{ escrowId: `0x${index}`, deadline: new Date(now + days * 86_400_000).toISOString() },
  }))
  await own.table.write(made.map((task) => ({ put: tasks.itemOf(task) })))
  await Promise.all(made.map(({ id }) => indexTask(own.table, id)))
  return made
}

const orders: Record<TaskSort, (task: tasks.StoredTask) => string | number> = {
  recent: ({ id }) => id,
  oldest: ({ id }) => id,
  'reward-high': ({ reward }) => reward,
  'reward-low': ({ reward }) => reward,
  'time-low': ({ estimatedTime }) => estimatedTime,
  'time-high': ({ estimatedTime }) => estimatedTime,
  deadline: ({ deadline }) => deadline,
}

/** What a search finds among all tasks, in any order. */
function scan(all: tasks.StoredTask[], { category, maxReward, minTime, q = '' }: TaskQuery) {
  const words = searchWords(q)
  const last = words.pop()
  return all.filter((task) => {
    const own = searchWords(task.title)
    return (
      words.every((word) => own.includes(word)) &&
      (!last || own.some((word) => word.startsWith(last))) &&
      (!category || task.category === category) &&
      task.reward <= (maxReward ?? task.reward) &&
      task.estimatedTime >= (minTime ?? 0)
    )
  })
}

/** The pages of a search whose requests read this many entries of the index. */
async function allPages(query: TaskQuery, entries: number): Promise<tasks.StoredTask[]> {
  const found: tasks.StoredTask[] = []
  let position: SearchPosition | undefined
  do {
    const context = contextOf({} as never, { table: own.table })
    const { next, page } = await search(context, query, position ?? {}, query.limit, entries)
    found.push(...page)
    position = next
  } while (position)
  return found
}

test('A search finds what a scan of random tasks finds, once and in order, by words, a beginning and filters', async () => {
  const all = await create(fc.sample(sample, { numRuns: 60, seed: 25 }))
  const searches = fc.record({
    entries: fc.constantFrom(20, 60, 600),
    q: text.map((words) => words.slice(0, 2).join(' ')),
    cut: fc.integer({ min: 0, max: 3 }),
    category: fc.constantFrom(undefined, 'Design'),
    maxReward: fc.constantFrom(undefined, 3),
    minTime: fc.constantFrom(undefined, 2),
    sort: fc.constantFrom(...sorts),
    limit: fc.constantFrom(3, 20),
  })
  await fc.assert(
    fc.asyncProperty(searches, async ({ cut, entries, q, ...others }) => {
      const query = taskQuery.parse({ ...others, q: q.slice(0, q.length - cut) })
      const found = await allPages(query, entries)
      expect(found.map(({ id }) => id).sort()).toEqual(
        scan(all, query)
          .map(({ id }) => id)
          .sort(),
      )
      // Requests that read fewer entries than there are sort what each of them found.
      if (entries < 600 && !['recent', 'oldest'].includes(query.sort)) return
      const values = found.map(orders[query.sort])
      const isDescending = ['recent', 'reward-high', 'time-high'].includes(query.sort)
      for (const [index, value] of values.entries()) {
        const before = values[index - 1] ?? value
        expect(isDescending ? before >= value : before <= value).toBe(true)
      }
    }),
    { numRuns: 80, seed: 25 },
  )
})

describe('a search for the beginning of four words that 24 long tasks have', () => {
  let like: tasks.StoredTask
  beforeAll(async () => {
    const words = ['longer', 'longest', 'longing', 'longish']
    const [made] = await create([
      { title: 'long', reward: 1, estimatedTime: 1, days: 1, category: 'Other', submissionType: 'text' },
    ])
    like = made as tasks.StoredTask
    const all = Array.from({ length: 24 }, (_, index) => ({
      ...like,
      ...{ id: ulid(now + 1000 + index), title: `long ${words[index % 4]}`, escrowId: `0xa${index}` },
      description: 'x'.repeat(10_000),
    }))
    await own.table.write(all.map((task) => ({ put: tasks.itemOf(task) })))
    await Promise.all(all.map(({ id }) => indexTask(own.table, id)))
  })

  let read = 0
  const query: typeof own.table.query = async (range) => {
    const found = await own.table.query(range)
    read += found.items.length
    return found
  }
  const context = contextOf({} as never, { table: { ...own.table, query } })

  test('A search reads no more tasks once those that it has read have 64 KB', async () => {
    expect((await search(context, taskQuery.parse({ q: 'long' }), {}, 20)).page).toHaveLength(10)
  })

  test('A search by the beginning of many words reads at most twice as many entries as a request may', async () => {
    read = 0
    await search(context, taskQuery.parse({ q: 'long' }), {}, 20, 20)
    expect(read).toBeLessThan(40)
  })

  test('A search for a rare word finds its only task at once, although many tasks are newer', async () => {
    const id = ulid(now - 1000)
    const rare = { ...like, id, title: 'okapi', escrowId: '0xb0' }
    await own.table.write([{ put: tasks.itemOf(rare) }])
    await indexTask(own.table, id)
    const found = await search(context, taskQuery.parse({ q: 'okapi' }), {}, 20, 20)
    expect(found).toEqual({ page: [expect.objectContaining({ id })] })
  })
})

test('A task has at most 43 terms: three for filters, then the first words of its title, requirements and description', () => {
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`)
  const terms = termsOf({
    ...{ title: words('t', 20).join(' '), requirements: words('r', 19).join(' ') },
    ...{ description: words('d', 5).join(' '), category: 'Design', submissionType: 'link' },
  })
  expect(terms.slice(0, 3)).toEqual(['any:', 'category:design', 'type:link'])
  expect(terms.slice(3)).toEqual([...words('t', 20), ...words('r', 19), 'd0'])
})
