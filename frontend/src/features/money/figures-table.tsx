import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../ui/data-table.tsx'

export interface Figure {
  name: string
  note?: ReactNode
  value: ReactNode
  /** How a reader can check it. */
  check: ReactNode
}

const columns: Column<Figure>[] = [
  {
    key: 'name',
    label: 'Figure',
    card: 'lead',
    className: 'lg:w-[42%]',
    render: ({ name, note }) => (
      <>
        <span className="font-semibold">{name}</span>
        {note && <span className="block max-w-prose text-ink-2 text-sm">{note}</span>}
      </>
    ),
  },
  { key: 'value', label: 'Value', card: 'side', end: true, render: ({ value }) => value },
  {
    key: 'check',
    label: 'How to check',
    className: 'text-sm lg:w-[34%]',
    render: ({ check }) => check,
  },
]

/** A part of the money page: its heading, and its figures with a way to check each. */
export function FiguresTable({ title, figures }: { title: string; figures: Figure[] }) {
  return (
    <section className="mt-12">
      <h2 className="mb-3 text-xl">{title}</h2>
      <DataTable caption={title} columns={columns} rows={figures} rowKey={({ name }) => name} />
    </section>
  )
}
