import { clsx as cx } from 'clsx'
import { CalendarDays, Timer } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Task } from '../../../../domain/task.ts'
import { opened, useDialog } from '../../lib/dialogs.ts'
import { formatMonthDay } from '../../lib/format.ts'
import { placesText, reviewPromise } from '../../lib/places.ts'
import { CompletionBar } from '../../ui/bar.tsx'
import { Category } from '../../ui/category.tsx'
import { Money } from '../../ui/money.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { tooltipClass, useTooltip } from '../../ui/tooltip-and-popover.ts'

/** A task as a card: the work above, the reward below. */
export function TaskCard({ task }: { task: Task }) {
  const dialog = useDialog('id')
  const tooltip = useTooltip()
  const done = task.completions ?? 0
  const places = task.maxCompletions ?? 0
  return (
    <Ticket className="group flex h-full flex-col transition-colors duration-150 focus-within:border-green-ink hover:border-line-strong">
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <p>
          <Category category={task.category} className="max-w-full text-xs" />
        </p>
        <h3 dir="auto" className="mt-2.5 wrap-anywhere text-lg">
          <Link
            to={dialog.to(task.id)}
            state={opened}
            {...tooltip.trigger}
            className="line-clamp-2 outline-none after:absolute after:inset-0 after:z-10 after:rounded focus-visible:after:outline-2 focus-visible:after:outline-green-ink focus-visible:after:outline-offset-2"
          >
            {task.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 line-clamp-3 wrap-anywhere text-ink-2 text-sm">
          {task.description}
        </p>
        <p className="mt-auto flex flex-wrap gap-x-4 gap-y-1 pt-4 text-ink-2 text-sm">
          <span className="inline-flex items-center gap-1.5">
            <Timer aria-hidden="true" className="size-4 text-ink-3" />~{task.estimatedTime} min
          </span>
          <span className="inline-flex items-center gap-1.5">
            <CalendarDays aria-hidden="true" className="size-4 text-ink-3" />
            Due {formatMonthDay(task.deadline)}
          </span>
          <span>{placesText(task)}</span>
        </p>
        <p className="mt-1 text-ink-2 text-sm">{reviewPromise(task)}</p>
      </div>
      <Perforation />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5 py-4">
        <Money amount={task.reward} />
        <CompletionBar done={done} of={places} />
        <span {...tooltip.tip} className={cx(tooltipClass, 'bottom-16 left-4')}>
          Held in escrow: locked by the contract until your work is approved.
        </span>
      </div>
    </Ticket>
  )
}
