import { useMemo } from 'react'
import { announce } from '../lib/announce.ts'
import { nextSort, readSort, type SortText, sortRows } from '../lib/sorting.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Field, Select } from './field.tsx'
import { ShowMore, useIncrementalList } from './show-more.tsx'

interface SortedTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  /** In the default order, used until the user chooses another. */
  rows: Row[]
  rowKey: (row: Row) => string
  rowClass?: (row: Row) => string | undefined
  /** The sort key of a row for each sortable column. */
  by: Record<string, (row: Row) => string | number>
  sort: SortText
  onSort: (sort: SortText) => void
}

const pageSize = 50

/** A `DataTable` that sorts by its headers or, on phones, by a select control. Long tables are shown incrementally. */
export function SortedTable<Row>({ columns, rows, by, sort, onSort, ...rest }: SortedTableProps<Row>) {
  const sorted = useMemo(() => sortRows(rows, by, sort), [rows, by, sort])
  const { list, shown, left, more } = useIncrementalList(sorted, pageSize)
  const sortable = columns.map((column) => ({ ...column, sortable: column.key in by }))

  const choose = (next: SortText) => {
    const { key, descending } = readSort(next)
    const label = columns.find((column) => column.key === key)?.label
    announce(label ? `Sorted by ${label}, ${descending ? 'descending' : 'ascending'}.` : 'Default order.')
    onSort(next)
  }
  return (
    <>
      <Field label="Sort by" className="mb-5 lg:hidden">
        <Select value={sort} onChange={(event) => choose(event.target.value)}>
          <option value="">Default order</option>
          {sortable
            .filter((column) => column.sortable)
            .flatMap(({ key, label }) => [
              <option key={key} value={key}>
                {label}, ascending
              </option>,
              <option key={`-${key}`} value={`-${key}`}>
                {label}, descending
              </option>,
            ])}
        </Select>
      </Field>
      <DataTable
        {...rest}
        columns={sortable}
        rows={shown}
        list={list}
        {...(sort && { sorting: readSort(sort) })}
        onSort={(key) => choose(nextSort(sort, key))}
      />
      <ShowMore left={left} onClick={more} />
    </>
  )
}
