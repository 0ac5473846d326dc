import { clsx as cx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Which column a table is sorted by, and in which direction. */
export interface Sorting {
  key: string
  descending: boolean
}

export interface Column<Row> {
  key: string
  label: string
  /** What the rows are sorted by; without it, the column cannot be sorted. It is displayed if there is no `render`. */
  value?: (row: Row) => string | number
  render?: (row: Row) => ReactNode
  /** Right-aligned: numbers, money and the row's button. */
  end?: boolean
  /**
   * Where a phone's card shows this column without a label: `lead` first, `mark` before `lead`, `side` after `lead`,
   * `action` last. A column without `card` follows `lead` and has its label.
   */
  card?: keyof typeof places
  className?: string
}

const places = {
  mark: 'max-lg:order-first',
  lead: 'max-lg:-order-1 max-lg:min-w-38 max-lg:flex-1',
  side: 'max-lg:order-1 max-lg:ml-auto',
  action: 'max-lg:order-4 max-lg:ml-auto',
}
const fact =
  'max-lg:order-3 max-lg:inline-flex max-lg:min-h-6 max-lg:min-w-0 max-lg:items-center max-lg:gap-2 max-lg:text-sm max-lg:before:shrink-0 max-lg:before:text-ink-2 max-lg:before:content-[attr(data-label)]'

export interface DataTableProps<Row> {
  /** What the table shows, for assistive technology. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  /** The ref of the element whose children are the rows. */
  list?: (rows: HTMLElement | null) => void
  rowKey: (row: Row) => string
  rowClass?: (row: Row) => string | false | undefined
  sorting?: Sorting
  onSort?: (key: string) => void
}

/** A table; on phones each row is a card. The caller sorts the rows; the headers only request another order. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  list,
  rowKey,
  rowClass,
  sorting,
  onSort,
}: DataTableProps<Row>) {
  return (
    <table className="w-full text-left max-lg:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-lg:hidden">
        <tr className="border-line-strong border-b">
          {columns.map((column) => (
            <Header key={column.key} column={column} sorting={sorting} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody ref={list} className="max-lg:grid max-lg:grid-cols-1 max-lg:gap-3 sm:max-lg:grid-cols-2">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={cx(
              // The empty flex line forces the other columns below `lead`.
              'border-line max-lg:flex max-lg:flex-wrap max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:rounded max-lg:border max-lg:px-4 max-lg:py-3 max-lg:after:order-2 max-lg:after:basis-full lg:border-b',
              rowClass?.(row) || 'max-lg:bg-card',
            )}
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column}>
                {column.render ? column.render(row) : column.value?.(row)}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, children }: { column: Column<Row>; children: ReactNode }) {
  return (
    <td
      data-label={column.label}
      className={cx(
        'lg:px-3 lg:py-3.5 lg:align-middle lg:first:pl-4 lg:last:pr-4',
        column.card ? places[column.card] : fact,
        column.end && 'lg:text-right',
        column.className,
      )}
    >
      {children}
    </td>
  )
}

interface HeaderProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  onSort: ((key: string) => void) | undefined
}

function Header<Row>({ column, sorting, onSort }: HeaderProps<Row>) {
  const sorted = sorting?.key === column.key ? sorting : null
  const Icon = sorted ? (sorted.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
      className={cx(
        'px-3 py-2 font-semibold text-ink-2 text-sm first:pl-4 last:pr-4',
        column.end && 'text-right',
      )}
    >
      {column.value && onSort ? (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          className={cx(
            '-mx-2 inline-flex min-h-8 items-center gap-1 rounded px-2 hover:bg-sunk hover:text-ink',
            sorted && 'text-ink',
          )}
        >
          {column.label}
          <Icon aria-hidden="true" className={cx('size-3.5', !sorted && 'opacity-60')} />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}
