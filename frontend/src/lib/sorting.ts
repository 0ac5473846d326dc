/** Which column is sorted by, as the address says it: 'reward', '-reward' (descending) or '' for the list's own order. */
export type SortText = string

/** The column and direction that a sort text names. */
export const readSort = (sort: SortText) => ({
  key: sort.replace(/^-/, ''),
  descending: sort.startsWith('-'),
})

/** What asking again for a column leads to: ascending, descending, then the list's own order. */
export function nextSort(sort: SortText, key: string): SortText {
  if (sort === key) return `-${key}`
  return sort === `-${key}` ? '' : key
}

/** Rows in the order asked for; texts as people order them, equal rows as they were. */
export function sortRows<Row>(
  rows: Row[],
  by: Record<string, (row: Row) => string | number>,
  sort: SortText,
): Row[] {
  const { key, descending } = readSort(sort)
  const read = by[key]
  if (!read) return rows
  return rows.toSorted((a, b) => compare(read(a), read(b)) * (descending ? -1 : 1))
}

const texts = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
}
