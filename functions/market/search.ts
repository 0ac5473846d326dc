import { lists } from '../../domain/limits.ts'
import { searchWords } from '../../domain/search-words.ts'
import type { TaskQuery } from '../../domain/task.ts'
import { isOpen } from '../../domain/task.ts'
import type { Context } from '../runtime/context.ts'
import { taskSortKeys } from '../table/keys.ts'
import * as index from '../table/search-index.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'

/** Entries of the index that one request reads: about 100 KB. */
const entriesRead = 600
/** Terms of a search that the index is asked for. The others are compared with the text of what was found. */
const mostTerms = 6
/** Words that are found by their beginning, if they have too many entries to read all: the first in the alphabet. */
const mostBegun = 12
/** Tasks that are read from the table at once. */
const tasksRead = 5
/** Whether the query has words or another filter. */
export const isFiltered = (query: TaskQuery): boolean => filters.some((name) => query[name] !== undefined)

const filters = ['q', 'category', 'submissionType', 'minReward', 'maxReward', 'minTime', 'maxTime'] as const

/** Where the next page of a search starts. */
export interface SearchPosition {
  /** The tasks before this id, in the order of creation, have been searched. */
  from?: string | undefined
  /** The sort key of the last task of the page. */
  key?: string | undefined
}

/**
 * A page of open tasks that match a search. A request reads the next `entriesRead` entries of the search's terms in the order
 * of creation, and sorts what it finds among them. So a page may have fewer tasks than `limit`, or none, although more follow,
 * and an order by reward, time or deadline is that of the tasks found so far.
 * @param entries entries that one request reads
 */
export async function search(
  { now, table }: Context,
  query: TaskQuery,
  { from, key }: SearchPosition,
  limit: number,
  entries = entriesRead,
) {
  const { sort } = query
  const newestFirst = sort !== 'oldest'
  const isAfter = (id: string, other: string) => (newestFirst ? id < other : id > other)
  const words = searchWords(query.q ?? '')
  const terms = await readTerms(table, query, words, { after: from, limit: entries, newestFirst })
  const end = firstEnd(terms, newestFirst)
  const [smallest, ...others] = terms
    .map(({ entries }) => entries)
    .toSorted((one, other) => one.size - other.size)
  const { newestFirst: isDescending, sortKey } = tasks.orderOf(sort)
  const keyOf = (entry: index.Entry) => taskSortKeys(entry)[sortKey]
  const precedes = (one: string, other: string) => (isDescending ? one > other : one < other)
  const matches = filterOf(query)
  const found = [...(smallest?.values() ?? [])]
    .filter(
      ({ id }) =>
        (!from || isAfter(id, from)) && !(end && isAfter(id, end)) && others.every((list) => list.has(id)),
    )
    .filter(matches)
    .sort((one, other) => (precedes(keyOf(one), keyOf(other)) ? -1 : 1))
    .filter((entry) => !key || precedes(key, keyOf(entry)))
  const page: tasks.StoredTask[] = []
  let [read, bytes] = [0, 0]
  while (read < found.length && page.length < limit && bytes < lists.readBytes) {
    const ids = found.slice(read, read + Math.min(tasksRead, limit - page.length)).map(({ id }) => id)
    read += ids.length
    const current = await tasks.getAll(table, ids)
    bytes += Buffer.byteLength(JSON.stringify([...current.values()]))
    const shown = ids.flatMap((id) => current.get(id) ?? [])
    // The index follows a task within seconds.
    page.push(...shown.filter((task) => isShown(task, words, now())))
  }
  const last = found[read - 1]
  if (read < found.length && last) return { page, next: { from, key: keyOf(last) } }
  return end ? { page, next: { from: end } } : { page }
}

const isShown = (task: tasks.StoredTask, words: string[], now: number): boolean =>
  tasks.isListedAsOpen(task) && isOpen(task, now) && containsAll(index.wordsOf(task), words)

interface List {
  entries: Map<string, index.Entry>
  /** The id of the last entry that was read, if there may be more. */
  end?: string | undefined
}

/** The id at which the first of some lists ends, in the order in which they are read; undefined if all are whole. */
function firstEnd(some: List[], newestFirst: boolean): string | undefined {
  const ends = some.flatMap(({ end }) => end ?? []).toSorted()
  return newestFirst ? ends.at(-1) : ends[0]
}

/** The entries of each term. The last word may be the beginning of words. */
async function readTerms(
  table: Table,
  { category, submissionType }: TaskQuery,
  words: string[],
  { after, limit: entries, newestFirst }: index.Range,
): Promise<List[]> {
  const last = words.at(-1)
  const exact = [
    ...(category ? [index.categoryTerm(category)] : []),
    ...(submissionType && submissionType !== 'all' ? [index.typeTerm(submissionType)] : []),
    ...words.slice(0, -1),
  ].slice(0, mostTerms - 1)
  if (!last && exact.length === 0) exact.push(index.anyTask)
  const limit = Math.floor(entries / (exact.length + (last ? 2 : 0)))
  const readTerm = async (term: string, most = limit): Promise<List> => {
    const { end, entries } = await index.entriesOf(table, term, { after, limit: most, newestFirst })
    return { entries: byId(entries), end }
  }
  const readLast = async (start: string): Promise<List> => {
    const whole = await index.entriesOfPrefix(table, start, limit)
    if (whole) return { entries: byId(whole) }
    const begun = await index.wordsFrom(table, start, mostBegun)
    const some = await Promise.all(begun.map((word) => readTerm(word, Math.ceil(limit / begun.length))))
    const all = some.flatMap((one) => [...one.entries.values()])
    return { entries: byId(all), end: firstEnd(some, newestFirst) }
  }
  return Promise.all([...exact.map((term) => readTerm(term)), ...(last ? [readLast(last)] : [])])
}

const byId = (entries: index.Entry[]) => new Map(entries.map((entry) => [entry.id, entry]))

function filterOf({ maxReward, maxTime, minReward, minTime }: TaskQuery) {
  const within = (value: number, min = 0, max = Number.POSITIVE_INFINITY) => value >= min && value <= max
  return ({ estimatedTime, reward }: index.Entry) =>
    within(reward, minReward, maxReward) && within(estimatedTime, minTime, maxTime)
}

/** Whether a text has all words, of which the last one may be the beginning of a word. */
const containsAll = (all: string[], words: string[]): boolean =>
  words.every((word, number) =>
    number === words.length - 1 ? all.some((each) => each.startsWith(word)) : all.includes(word),
  )
