import * as z from 'zod'
import type { SearchedText } from '../../domain/events.ts'
import { isUnspaced, searchWords } from '../../domain/search-words.ts'
import { submissionTypes } from '../../domain/task-enums.ts'
import { type Key, partitions } from './keys.ts'
import { readItems, type Table, type Write } from './table.ts'
import * as tasks from './tasks.ts'

/**
 * The inverted index of the open tasks: one entry for each term of a task. A term is a word of its text, `category:…`,
 * `type:…`, or `any`, which each task has. An entry has what filters and sorts need.
 */
const stored = z
  .object({
    sk: z.string(),
    reward: z.number(),
    estimatedTime: z.number(),
    deadline: z.string(),
    category: z.string(),
    submissionType: z.enum(submissionTypes),
  })
  .transform(({ sk, ...entry }) => ({ ...entry, id: idOf(sk) }))
export type Entry = z.output<typeof stored>

const idOf = (sk: string): string => sk.slice(sk.lastIndexOf('#') + 1)

/** Where the entries of words that begin alike are. */
function partitionOf(term: string): string {
  const [facet] = term.split(':')
  if (facet !== term || term === anyTask) return partitions.word(facet ?? term)
  return partitions.word([...term].slice(0, isUnspaced(term) ? 1 : 2).join(''))
}

/** The term of every open task. */
export const anyTask = 'any:'

const keyOf = (term: string, taskId: string): Key => ({ pk: partitionOf(term), sk: `${term}#${taskId}` })

/** The write of the entry of a task. */
export function entryWrite(term: string, task: tasks.StoredTask): Write {
  const { category, deadline, estimatedTime, id, reward, submissionType } = task
  return { put: { ...keyOf(term, id), category, deadline, estimatedTime, reward, submissionType } }
}

/** Terms of one task: each costs a write unit when the task is published. */
const mostTerms = 43

export const categoryTerm = (category: string) => `category:${category.toLowerCase()}`
export const typeTerm = (type: string) => `type:${type}`

/** The words of a task's text: of its title, then of its requirements, then of its description. */
export const wordsOf = ({
  description,
  requirements,
  title,
}: Omit<SearchedText, 'category' | 'submissionType'>) =>
  searchWords(`${title}\n${requirements}\n${description}`)

/** The terms by which a task is found. Of a long text they are the first words. */
export function termsOf(task: SearchedText): string[] {
  const facets = [anyTask, categoryTerm(task.category), typeTerm(task.submissionType)]
  return [...facets, ...wordsOf(task).slice(0, mostTerms - facets.length)]
}

/**
 * Brings the entries of a task up to date: a task in the list of open tasks has one for each term, any other has none.
 * Repeating it changes nothing.
 * @param former terms that the task had before a change of its text
 */
export async function indexTask(table: Table, taskId: string, former: string[] = []): Promise<void> {
  const task = await tasks.get(table, taskId)
  if (!task) return
  const terms = termsOf(task)
  const wanted = new Set(tasks.isListedAsOpen(task) ? terms : [])
  const unwanted = new Set([...former, ...terms].filter((term) => !wanted.has(term)))
  // Each write is one of its own, because a transaction costs twice.
  await Promise.all([...unwanted].map((term) => table.write([{ delete: keyOf(term, taskId) }])))
  await Promise.all([...wanted].map((term) => table.write([entryWrite(term, task)])))
  const after = await tasks.get(table, taskId)
  const isChanged = after?.textVersion !== task.textVersion || after?.listed !== task.listed
  // A concurrent run may have written before this one and not see this one's entries.
  if (isChanged) await indexTask(table, taskId, terms)
}

export interface Range {
  limit: number
  newestFirst: boolean
  /** Only tasks after the one with this id, in this order. */
  after?: string | undefined
}

/**
 * The entries of a term, in the order of their tasks' creation. They may be some milliseconds old.
 * @returns `end`: the id of the last one that was read, if there may be more
 */
export async function entriesOf(table: Table, term: string, { after, limit, newestFirst }: Range) {
  const { pk, sk: first } = keyOf(term, '')
  const from = after && { pk, sk: `${first}${after}` }
  const { items, next } = await table.query({
    pk,
    prefix: first,
    newestFirst,
    limit,
    after: from || undefined,
    isStale: true,
  })
  const entries = readItems(table, stored, items)
  return { entries, end: next && idOf(String(next.sk)) }
}

/**
 * The entries of all words that begin with a text, in no particular order.
 * @returns null if they are `limit` or more
 */
export async function entriesOfPrefix(table: Table, start: string, limit: number): Promise<Entry[] | null> {
  const query = { pk: partitionOf(start), prefix: start, limit, isStale: true } as const
  const { items, next } = await table.query(query)
  return next ? null : readItems(table, stored, items)
}

/** The words of the index that begin with a text, in their order, at most `limit`. */
export async function wordsFrom(table: Table, start: string, limit: number): Promise<string[]> {
  const pk = partitionOf(start)
  const found: string[] = []
  let above = start
  while (found.length < limit) {
    const { items } = await table.query({ pk, above, limit: 1, isStale: true })
    const word = String(items[0]?.sk ?? '').split('#', 1)[0] ?? ''
    if (!word.startsWith(start)) break
    found.push(word)
    above = `${word}$` // after all entries of the word, because '$' follows '#'
  }
  return found
}
