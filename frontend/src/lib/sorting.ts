/**
 * The column and direction that the value of the `sort` query parameter names: 'reward', '-reward' (descending) or '' for
 * the default order.
 */
export const readSort = (sort: string) => ({
  key: sort.replace(/^-/, ''),
  descending: sort.startsWith('-'),
})

/** The value of `sort` after a click on a column: ascending, then descending, then the default order. */
export function nextSort(sort: string, key: string): string {
  if (sort === key) return `-${key}`
  return sort === `-${key}` ? '' : key
}

/** Sorts rows by the value of a column, stably. Texts are compared without case and with numbers by value. */
export function sortRows<Row>(
  rows: Row[],
  columns: { key: string; value?: (row: Row) => string | number }[],
  sort: string,
): Row[] {
  const { key, descending } = readSort(sort)
  const read = columns.find((column) => column.key === key)?.value
  if (!read) return rows
  return rows.toSorted((a, b) => compare(read(a), read(b)) * (descending ? -1 : 1))
}

const texts = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b))
}
