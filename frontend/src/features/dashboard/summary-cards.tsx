import type { ReactNode } from 'react'
import type { Summary } from '../../../../domain/views.ts'
import { formatNumber, plural } from '../../lib/format.ts'
import { Money } from '../../ui/money.tsx'
import { Ticket } from '../../ui/ticket.tsx'

/** The three summary cards, as one ticket of three parts. */
export function SummaryCards({ summary }: { summary: Summary }) {
  return (
    <Ticket className="grid grid-cols-1 sm:grid-cols-3">
      <Part label="Your undecided proofs" note={`${plural(summary.pending, 'proof')} with the poster`}>
        <Money amount={summary.waiting} size="lg" tone={summary.waiting > 0 ? 'held' : 'quiet'} />
      </Part>
      <Part label="Your approved proofs" note={`of ${formatNumber(summary.submissions)} you submitted`}>
        <Money amount={summary.completed} unit={summary.completed === 1 ? 'task' : 'tasks'} size="lg" />
      </Part>
      <Part
        label="Held in escrow for your tasks"
        note={`${plural(summary.created, 'task')} created, ${plural(summary.toReview, 'proof')} for you to review`}
      >
        <Money amount={summary.held} size="lg" tone={summary.held > 0 ? 'held' : 'quiet'} />
      </Part>
    </Ticket>
  )
}

function Part({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line px-5 py-4 sm:block sm:px-6 sm:py-6 not-first:border-t-2 not-first:border-dotted sm:not-first:border-t-0 sm:not-first:border-l-2">
      <h2 className="font-medium text-sm tracking-normal">{label}</h2>
      <p className="row-span-2 self-center text-right sm:my-2 sm:text-left">{children}</p>
      <p className="text-ink-2 text-sm">{note}</p>
    </div>
  )
}
