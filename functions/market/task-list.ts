import * as z from 'zod'
import { AppError } from '../../domain/errors.ts'
import { lists, throttles } from '../../domain/limits.ts'
import { strict, ulid } from '../../domain/schema.ts'
import { isOpen, type TaskQuery, type TaskSort } from '../../domain/task.ts'
import type { Context } from '../runtime/context.ts'
import { countAttempt, perNetwork } from '../runtime/throttle.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import { isFiltered, type SearchPosition, search } from './search.ts'

type Part = 'open' | 'closed'
type Positions = Partial<Record<Part, tasks.Position>>
/** Where the next page starts. `found`: of a search. */
type Cursor = Positions & { found?: SearchPosition }

// `closeExpired` moves tasks past their deadline to the closed list, once a minute. Until then neither list shows them.
const parts = { open: ['open'], closed: ['closed'], all: ['open', 'closed'] } as const

/** What one request has read of an index. `isOver` once it has stopped before the end of a partition. */
interface Reading {
  items: number
  bytes: number
  isOver: boolean
}

/** Most tasks of a page: the places of each are read from the table, whose capacity `settle` needs too. */
const mostOnPage = 20
/** Most items of one query, because longer tasks can follow short ones. */
const mostPerQuery = 40
/** Most items of the first query, before which the size of the tasks is unknown. */
const mostAtFirst = 10

/** The list for a caller, whose network may request only some that no cache answers. */
export async function limitedList(context: Context, query: TaskQuery) {
  const limit = isFiltered(query)
    ? perNetwork(context, 'search', throttles.searches)
    : perNetwork(context, 'list', throttles.lists)
  await countAttempt(context, [limit])
  return list(context, query)
}

/**
 * A page of listed tasks that match the query, in its order, without drafts. `next` is the cursor of the next page. A request
 * reads about `lists.readBytes` and then returns the tasks found so far, which may be none, and a cursor. The found tasks are
 * limited in the same way, because their places are read from the table.
 */
export async function list(context: Context, query: TaskQuery) {
  const { now, table } = context
  const { found: position, ...positions } = query.cursor ? readCursor(query.cursor, query) : {}
  const most = Math.min(query.limit, mostOnPage)
  if (query.status === 'open' && isFiltered(query)) {
    const { next, page } = await search(context, query, position ?? {}, most)
    return next ? { page, next: writeCursor({ found: next }, query) } : { page }
  }
  const matches = matcher(query, now())
  const found: tasks.ListedTask[] = []
  let foundBytes = 0
  const reading: Reading = { items: 0, bytes: 0, isOver: false }
  for await (const { task, at, part } of walk(table, query, positions, reading)) {
    if (found.length === most || foundBytes > lists.readBytes) {
      reading.isOver = true
      break
    }
    positions[part] = at
    if (!matches(task)) continue
    found.push(task)
    foundBytes += Buffer.byteLength(JSON.stringify(task))
  }
  const page = await tasks.withPlaces(table, found)
  return reading.isOver ? { page, next: writeCursor(positions, query) } : { page }
}

/** Tasks of all the query's partitions, merged in its order, until the reading is over. */
async function* walk(
  table: Table,
  { limit, sort, status }: TaskQuery,
  positions: Positions,
  reading: Reading,
) {
  const first = Math.min(limit + 1, mostAtFirst)
  const streams = parts[status].map((part) => ({
    part,
    source: stream(table, part, sort, first, positions, reading),
  }))
  const heads = await Promise.all(
    streams.map(async ({ part, source }) => ({ part, source, head: await source.next() })),
  )
  while (!reading.isOver) {
    let first: (typeof heads)[number] | undefined
    for (const one of heads) {
      if (one.head.done) continue
      if (!first || first.head.done || precedes(one.head.value.at.key, first.head.value.at.key, sort))
        first = one
    }
    if (!first || first.head.done) return
    yield { part: first.part, ...first.head.value }
    first.head = await first.source.next()
  }
}

async function* stream(
  table: Table,
  part: Part,
  sort: TaskSort,
  first: number,
  positions: Positions,
  reading: Reading,
) {
  let after = positions[part]
  for (let size = first; size >= 1; ) {
    const page = await tasks.list(table, part, sort, size, after)
    reading.items += page.read
    reading.bytes += page.bytes
    yield* page.tasks
    after = page.next
    if (!after) return
    const average = reading.bytes / reading.items
    size = Math.min(mostPerQuery, Math.floor((lists.readBytes - reading.bytes) / average))
  }
  // After items that cannot be read too.
  if (after) positions[part] = after
  reading.isOver = true
}

const precedes = (a: string, b: string, sort: TaskSort) => (tasks.orderOf(sort).newestFirst ? a > b : a < b)

function matcher(query: TaskQuery, now: number) {
  const words = query.q?.toLowerCase()
  const category = query.category?.toLowerCase()
  const within = (value: number, min = 0, max = Number.POSITIVE_INFINITY) => value >= min && value <= max
  return (task: tasks.ListedTask) =>
    !task.hidden &&
    (query.status !== 'open' || isOpen(task, now)) &&
    (!words || `${task.title}\n${task.description}\n${task.requirements}`.toLowerCase().includes(words)) &&
    (!category || task.category.toLowerCase() === category) &&
    (!query.submissionType ||
      query.submissionType === 'all' ||
      task.submissionType === query.submissionType) &&
    within(task.reward, query.minReward, query.maxReward) &&
    within(task.estimatedTime, query.minTime, query.maxTime)
}

/** As `taskSortKeys` makes it. */
const sortKey = z.string().regex(/^[0-9A-Z:.#-]{26,60}$/)

const position = strict(() => ({ id: ulid, key: sortKey }))
const cursorShape = strict(() => ({
  sort: z.string(),
  status: z.string(),
  open: position.optional(),
  closed: position.optional(),
  found: strict(() => ({ from: ulid.optional(), key: sortKey.optional() })).optional(),
}))

const writeCursor = (positions: Cursor, { sort, status }: TaskQuery) =>
  Buffer.from(JSON.stringify({ sort, status, ...positions })).toString('base64url')

/** @throws invalid for a cursor of another list, or of the same list in another order */
function readCursor(cursor: string, { sort, status }: TaskQuery): Cursor {
  const parsed = cursorShape.safeParse(decode(cursor))
  if (!parsed.success || parsed.data.sort !== sort || parsed.data.status !== status) {
    const message = 'This cursor is not of this list'
    throw new AppError('invalid', `cursor: ${message}`, [{ path: 'cursor', message }])
  }
  const { closed, found, open } = parsed.data
  return { ...(open && { open }), ...(closed && { closed }), ...(found && { found }) }
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
