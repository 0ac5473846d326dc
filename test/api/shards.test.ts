import fc from 'fast-check'
import { shards } from '../../domain/limits.ts'
import { partitions } from '../../functions/table/keys.ts'
import { isIn, queryShards, shardOf } from '../../functions/table/shards.ts'
import { type Item, type Query, readList, update } from '../../functions/table/table.ts'
import { own } from '../support/isolated-fixture.ts'

const pk = partitions.due
const byKey = (a: Item, b: Item) => (String(a.gsi1sk) < String(b.gsi1sk) ? -1 : 1)

/** A partition key of the index and its items, as DynamoDB answers a query of at most `bytes` items. */
const partitionOf = (items: Item[], bytes: number) => async (query: Query) => {
  const { after, limit, newestFirst } = query
  const all = items.filter(({ gsi1pk }) => gsi1pk === query.pk).sort(byKey)
  if (newestFirst) all.reverse()
  const follows = (item: Item) =>
    !after ||
    (newestFirst ? String(item.gsi1sk) < String(after.gsi1sk) : String(item.gsi1sk) > String(after.gsi1sk))
  const rest = all.filter(follows)
  const page = rest.slice(0, Math.min(limit, bytes))
  return { items: page, next: page.length < rest.length ? page.at(-1) : undefined }
}

test('The pages of a spread partition have all its items in order, whatever their shards and sizes', async () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 60 })
  const limits = [fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 25 }), fc.boolean()] as const
  await fc.assert(
    fc.asyncProperty(ids, ...limits, async (all, limit, bytes, newestFirst) => {
      const items = all.map((id): Item => ({ pk: id, sk: 'a', gsi1pk: shardOf(pk, id), gsi1sk: `b${id}` }))
      const read = partitionOf(items, bytes)
      const found: Item[] = []
      let after: Item | undefined
      do {
        const page = await queryShards<Query>({ index: 'gsi1', pk, limit, newestFirst, after }, read)
        expect(page.items.length).toBeLessThanOrEqual(limit)
        found.push(...page.items)
        after = page.next
      } while (after)
      const expected = items.sort(byKey)
      expect(found).toEqual(newestFirst ? expected.reverse() : expected)
    }),
  )
})

test('The table reads a spread partition of 200 items in order, in few requests, and each shard has its share', async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `spread-${String(at * 7919).padStart(8, '0')}`)
  await Promise.all(
    ids.map((id) =>
      own.table.write([
        update({ pk: `TEST#${id}`, sk: 'TEST' }, { set: { gsi1pk: shardOf('TEST#', id), gsi1sk: id } }),
      ]),
    ),
  )
  const read = await readList(own.table, { index: 'gsi1', pk: 'TEST#', limit: 150, newestFirst: true })
  expect(read.map(({ gsi1sk }) => gsi1sk)).toEqual(ids.toSorted().reverse().slice(0, 150))
  for (let shard = 0; shard < shards; shard++)
    expect(ids.filter((id) => shardOf('TEST#', id) === `TEST#${shard}`).length).toBeGreaterThan(25)
  expect(isIn('TEST#', 'TEST#0')).toBe(true)
})
