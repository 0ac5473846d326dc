/** The value of the `sort` query parameter: 'reward', '-reward' (descending) or '' for the default order. */
export type SortText = string

/** The column and direction that a sort text names. */
export const readSort = (sort: SortText) => ({
  key: sort.replace(/^-/, ''),
  descending: sort.startsWith('-'),
})

/** The sort text after a click on a column: ascending, then descending, then the default order. */
export function nextSort(sort: SortText, key: string): SortText {
  if (sort === key) return `-${key}`
  return sort === `-${key}` ? '' : key
}

/** Sorts rows by a column, stably. Texts are compared without case and with numbers by value. */
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
