import { announce } from '../../lib/announce.ts'
import { nextSort, readSort, sortRows } from '../../lib/sorting.ts'
import { useUrlFilters } from '../../lib/url-filters.ts'
import { DataTable, type DataTableProps } from '../../ui/data-table.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { ShowMore, useIncrementalList } from '../../ui/show-more.tsx'

type Props<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rows' | 'rowClass'>

const defaults = { sort: '' }
const pageSize = 25

/**
 * A `DataTable` that sorts by its headers or, on phones, by a select control; the order is stored in the URL. `rows` are in
 * the default order. Long tables are shown incrementally.
 */
export function SortedTable<Row extends { id: string }>(props: Props<Row>) {
  const { caption, columns, rows } = props
  const { filters, change } = useUrlFilters(defaults)
  const { sort } = filters
  const { list, shown, left, more } = useIncrementalList(sortRows(rows, columns, sort), pageSize)
  const choose = (next: string) => {
    const { key, descending } = readSort(next)
    const label = columns.find((column) => column.key === key)?.label
    announce(label ? `Sorted by ${label}, ${descending ? 'descending' : 'ascending'}.` : 'Default order.')
    change({ sort: next })
  }
  const orders = Object.fromEntries(
    columns
      .filter((column) => column.value)
      .flatMap(({ key, label }) => [
        [key, `${label}, ascending`],
        [`-${key}`, `${label}, descending`],
      ]),
  )
  if (rows.length === 0) return <EmptyState level="h2" title={`No ${caption.toLowerCase()} found`} />
  return (
    <div className={sort ? 'whole-only @container' : '@container'}>
      <Field label="Sort by" className="mb-5 @min-[58rem]:hidden">
        <Select
          value={sort}
          labels={{ '': 'Default order', ...orders }}
          onChange={(event) => choose(event.target.value)}
        />
      </Field>
      <DataTable
        {...props}
        rowKey={({ id }) => id}
        rows={shown}
        list={list}
        {...(sort && { sorting: readSort(sort) })}
        onSort={(key) => choose(nextSort(sort, key))}
      />
      <ShowMore left={left} onClick={more} />
    </div>
  )
}
