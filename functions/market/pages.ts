import { lists } from '../../domain/limits.ts'

/** An item of a list with its position: the sort key after which the list goes on. Null: an item that the list leaves out. */
interface Placed<Item> {
  item: Item | null
  at: string
}

/** Reads up to `limit` items of a list that follow the position `after`. */
export type Source<Item> = (limit: number, after: string | undefined) => Promise<Placed<Item>[]>

/** A source whose positions are the ids of its items. */
export const byId =
  <Item extends { id: string }>(read: (limit: number, after?: string) => Promise<Item[]>): Source<Item> =>
  async (limit, after) =>
    (await read(limit, after)).map((item) => ({ item, at: item.id }))

/** Reads of one request. A filter that few items pass gives a short page with a cursor. */
const readsAtMost = 10

/**
 * A page of several sources one after the other: the items that `accept` keeps.
 * @param cursor `next` of the page before
 */
export async function readPage<Item>(
  sources: Source<Item>[],
  cursor: string | undefined,
  accept: (items: Item[]) => Promise<Item[]> = async (items) => items,
): Promise<{ items: Item[]; next?: string }> {
  const [, number = '0', position] = /^(\d):(.*)$/.exec(cursor ?? '') ?? []
  let index = Number(number)
  let after = position || undefined
  const items: Item[] = []
  const next = () => `${index}:${after ?? ''}`
  for (let reads = 0; reads < readsAtMost; reads++) {
    const source = sources[index]
    if (!source) return { items }
    const chunk = await source(lists.page + 1, after)
    const accepted = new Set(await accept(chunk.flatMap(({ item }) => item ?? [])))
    for (const { item, at } of chunk) {
      if (!item || !accepted.has(item)) {
        after = at
        continue
      }
      if (items.length === lists.page) return { items, next: next() }
      after = at
      items.push(item)
    }
    if (chunk.length > lists.page) continue
    index++
    after = undefined
  }
  return { items, ...(index < sources.length && { next: next() }) }
}
