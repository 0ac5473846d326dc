import { lists } from '../../domain/limits.ts'
import { byId, readPage, type Source } from '../../functions/market/pages.ts'

/** A source of the numbers from `first` to `last` in this order, which counts its reads. */
function numbers(first: number, last: number) {
  const all = Array.from({ length: last - first + 1 }, (_, index) => ({
    id: `${first + index}`.padStart(4, '0'),
  }))
  const source = byId(async (limit, after = '') => {
    source.reads++
    return all.filter(({ id }) => id > after).slice(0, limit)
  }) as Source<{ id: string }> & { reads: number }
  source.reads = 0
  return source
}

const numbersOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => Number(id))
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

test.each([
  ['is not full', [numbers(1, 24)], [range(1, 24)]],
  ['is exactly full', [numbers(1, 25)], [range(1, 25)]],
  ['has one item too many', [numbers(1, 26)], [range(1, 25), [26]]],
  ['ends with its source', [numbers(1, 25), numbers(26, 27)], [range(1, 25), [26, 27]]],
  ['has two sources', [numbers(1, 20), numbers(21, 60)], [range(1, 25), range(26, 50), range(51, 60)]],
])('The cursors of a list whose first page %s lead to each item once', async (_, sources, pages) => {
  const read: number[][] = []
  let cursor: string | undefined
  do {
    const page = await readPage(sources, cursor)
    read.push(numbersOf(page))
    cursor = page.next
  } while (cursor)
  expect(read).toEqual(pages)
})

test('A page with a filter goes on where the page before has stopped, and ends after 10 reads', async () => {
  const source = numbers(1, 1000)
  const accept = async (items: { id: string }[]) => items.filter(({ id }) => Number(id) % 100 === 0)
  const first = await readPage([source], undefined, accept)
  expect([numbersOf(first), source.reads]).toEqual([[100, 200], 10])
  expect(first.next).toBe(`0:0${10 * (lists.page + 1)}`)
  expect(numbersOf(await readPage([source], first.next, accept))).toEqual([300, 400, 500])
})

test('A page leaves out what a source reads as null, and a cursor behind the last source has no items', async () => {
  const source: Source<string> = async () => [
    { item: null, at: '1' },
    { item: 'two', at: '2' },
  ]
  expect(await readPage([source], undefined)).toEqual({ items: ['two'] })
  expect(await readPage([source], '1:')).toEqual({ items: [] })
})
