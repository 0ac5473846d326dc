import { shards } from '../../domain/limits.ts'
import { type IndexName, indexes } from './keys.ts'

/**
 * A partition that every write of a kind meets is spread over shards, because DynamoDB limits the writes of one partition.
 * Its name ends with '#', and those of its shards have a number after it. `Table.query` reads the name as one partition.
 */
export const isSpread = (pk: string): boolean => pk.endsWith('#')

/** The shard of a spread partition in which an item is, always the same for an id. */
export function shardOf(pk: string, id: string): string {
  let hash = 0
  for (let at = 0; at < id.length; at++) hash = (hash * 31 + id.charCodeAt(at)) >>> 0
  return `${pk}${hash % shards}`
}

/** Whether a partition key of an item is a shard of this partition. */
export const isIn = (pk: string, key: unknown): boolean => String(key).startsWith(pk)

type Item = Record<string, unknown>
interface Page {
  items: Item[]
  next: Item | undefined
}
/** What of a query concerns its pages. */
interface Paged {
  index?: IndexName
  pk: string
  newestFirst?: boolean
  limit: number
  after?: Item | undefined
}

/** What was read of one shard and not returned yet. */
interface Lane {
  pk: string
  items: Item[]
  after: Item | undefined
  /** Nothing more is read: the shard has no more items, or DynamoDB ended a page at 1 MB. */
  isRead: boolean
}

/**
 * Merges the shards of a partition in their order. Usually it reads each shard once: somewhat more than its share of the page,
 * because shards are uneven. A page may be shorter if a shard reaches 1 MB.
 * @param read reads a page of one shard
 */
export async function queryShards<Query extends Paged>(
  query: Query,
  read: (shard: Query) => Promise<Page>,
): Promise<Page> {
  const { index, limit, newestFirst } = query
  const { pk, sk } = index ? indexes[index] : { pk: 'pk', sk: 'sk' }
  const lanes = Array.from({ length: shards }, (_, shard): Lane => {
    const name = `${query.pk}${shard}`
    return { pk: name, items: [], after: query.after && { ...query.after, [pk]: name }, isRead: false }
  })
  async function fill(lane: Lane, left: number) {
    const most = Math.min(left, Math.ceil(left / shards) + Math.ceil(Math.sqrt(left / shards)))
    const page = await read({ ...query, pk: lane.pk, after: lane.after, limit: most })
    const isCut = page.next && page.items.length > 0 && page.items.length < most
    Object.assign(lane, { items: page.items, after: page.next, isRead: Boolean(isCut || !page.next) })
  }
  const precedes = (a: Item | undefined, b: Item | undefined) =>
    !b || (a && (newestFirst ? first(a) > first(b) : first(a) < first(b)))
  const first = (item: Item) => item[sk] as string | number
  const found: Item[] = []
  while (found.length < limit) {
    const empty = lanes.filter(({ items }) => items.length === 0)
    if (empty.some(({ after, isRead }) => isRead && after)) break
    await Promise.all(empty.filter(({ isRead }) => !isRead).map((lane) => fill(lane, limit - found.length)))
    const lane = lanes.reduce((best, one) => (precedes(one.items[0], best.items[0]) ? one : best))
    const item = lane.items.shift()
    if (!item) break
    found.push(item)
  }
  const last = found.at(-1)
  const isMore = lanes.some(({ after, items }) => after || items.length > 0)
  return { items: found, next: isMore && last ? keysIn(last, ['pk', 'sk', pk, sk]) : undefined }
}

const keysIn = (item: Item, names: string[]): Item =>
  Object.fromEntries(names.map((name) => [name, item[name]]))
