import { clsx as cx } from 'clsx'
import { ArrowDown, ChevronsUpDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'

export interface Column<Row> {
  key: string
  label: string
  /** Whether the table can be sorted by the column, from the highest value. */
  isSortable?: boolean
  render: (row: Row) => ReactNode
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
  mark: '@max-[58rem]:order-first',
  lead: '@max-[58rem]:-order-1 @max-[58rem]:min-w-38 @max-[58rem]:flex-1',
  side: '@max-[58rem]:order-1 @max-[58rem]:ml-auto',
  action: '@max-[58rem]:order-4 @max-[58rem]:ml-auto',
}
const fact =
  '@max-[58rem]:order-3 @max-[58rem]:inline-flex @max-[58rem]:min-h-6 @max-[58rem]:min-w-0 @max-[58rem]:items-center @max-[58rem]:gap-2 @max-[58rem]:text-sm @max-[58rem]:before:shrink-0 @max-[58rem]:before:text-ink-2 @max-[58rem]:before:content-[attr(data-label)]'

export interface DataTableProps<Row> {
  /** What the table shows, for assistive technology. */
  caption: string
  /** Always the same list, so that a row renders again only if it has changed. */
  columns: Column<Row>[]
  rows: Row[]
  /** The ref of the element whose children are the rows. */
  list?: (rows: HTMLElement | null) => void
  rowKey: (row: Row) => string
  rowClass?: (row: Row) => string | false | undefined
  /** The key of the column by which the rows are sorted. */
  sortedBy?: string
  onSort?: (key: string) => void
}

/**
 * A table; on phones, and where larger text leaves too little width, each row is a card. The caller sorts the rows; the
 * headers only request another order.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  list,
  rowKey,
  rowClass,
  sortedBy,
  onSort,
}: DataTableProps<Row>) {
  return (
    <div className="@container">
      <table className="w-full text-left @max-[58rem]:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="@max-[58rem]:hidden">
          <tr className="border-line-strong border-b">
            {columns.map((column) => (
              <Header key={column.key} column={column} isSorted={column.key === sortedBy} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody
          ref={list}
          className="@max-[58rem]:grid @max-[58rem]:grid-cols-1 @max-[58rem]:gap-3 @min-[36rem]:@max-[58rem]:grid-cols-2"
        >
          {rows.map((row) => (
            <Row key={rowKey(row)} columns={columns} row={row} className={rowClass?.(row) || ''} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  columns: Column<never>[]
  row: unknown
  className: string
}

const Row = memo(({ columns, row, className }: RowProps) => (
  <tr
    className={cx(
      // The empty flex line forces the other columns below `lead`. A row of a table cannot be skipped, a card can.
      'list-row border-line @max-[58rem]:flex @max-[58rem]:flex-wrap @max-[58rem]:items-center @max-[58rem]:gap-x-3 @max-[58rem]:gap-y-1 @max-[58rem]:rounded @max-[58rem]:border @max-[58rem]:px-4 @max-[58rem]:py-3 @max-[58rem]:after:order-2 @max-[58rem]:after:basis-full @min-[58rem]:border-b',
      className || '@max-[58rem]:bg-card',
    )}
  >
    {columns.map((column) => (
      <td
        key={column.key}
        data-label={column.label}
        className={cx(
          '@min-[58rem]:px-3 @min-[58rem]:py-3.5 @min-[58rem]:align-middle @min-[58rem]:first:pl-4 @min-[58rem]:last:pr-4',
          column.card ? places[column.card] : fact,
          column.end && '@min-[58rem]:text-right',
          column.className,
        )}
      >
        {column.render(row as never)}
      </td>
    ))}
  </tr>
))

interface HeaderProps<Row> {
  column: Column<Row>
  isSorted: boolean
  onSort: ((key: string) => void) | undefined
}

function Header<Row>({ column, isSorted, onSort }: HeaderProps<Row>) {
  const Icon = isSorted ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={isSorted ? 'descending' : undefined}
      className={cx(
        'px-3 py-2 font-semibold text-ink-2 text-sm first:pl-4 last:pr-4',
        column.end && 'text-right',
      )}
    >
      {column.isSortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(column.key)}
          className={cx(
            '-mx-2 inline-flex min-h-8 items-center gap-1 rounded px-2 hover:bg-sunk hover:text-ink',
            isSorted && 'text-ink',
          )}
        >
          {column.label}
          <Icon aria-hidden="true" className={cx('size-3.5', !isSorted && 'opacity-60')} />
        </button>
      ) : (
        column.label
      )}
    </th>
  )
}
