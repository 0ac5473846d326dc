import { clsx as cx } from 'clsx'
import { CalendarDays, FileCheck2, Timer, Users } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatMonthDay, submissionTypeLabels } from '../../lib/format.ts'
import { placesText, reviewPromise, timeLeft } from '../../lib/places.ts'
import { Badge } from '../../ui/badge.tsx'
import { CompletionBar } from '../../ui/bar.tsx'
import { Category } from '../../ui/category.tsx'
import { Money } from '../../ui/money.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { tooltipClass, useTooltip } from '../../ui/tooltip-and-popover.ts'

interface Props {
  task: Task
  isOwn: boolean
  submission: Submission | undefined
}

/** A task as a card: the work above, the reward below. */
export function TaskCard({ task, isOwn, submission }: Props) {
  const dialog = useDialog('id')
  const tooltip = useTooltip()
  const done = task.completions
  const places = task.maxCompletions ?? 0
  const left = timeLeft(task.deadline, Date.now())
  return (
    <Ticket className="group flex h-full flex-col transition-colors duration-150 focus-within:border-green-ink hover:border-line-strong">
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <p className="flex items-center justify-between gap-3">
          <Category category={task.category} className="text-xs" />
          {isOwn ? <Badge>Yours</Badge> : submission && <OwnState submission={submission} />}
        </p>
        <h3 dir="auto" className="mt-2.5 wrap-anywhere text-lg">
          <Link
            {...dialog.link(task.id)}
            {...tooltip.trigger}
            className="line-clamp-2 outline-none after:absolute after:inset-0 after:z-10 after:rounded focus-visible:after:outline-2 focus-visible:after:outline-green-ink focus-visible:after:outline-offset-2"
          >
            {task.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-2 line-clamp-2 wrap-anywhere text-ink-2 text-sm sm:line-clamp-3">
          {task.description}
        </p>
        <p className="mt-auto grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 pt-4 text-ink-2 text-sm">
          <span className={fact}>
            <Timer aria-hidden="true" className={icon} />~{task.estimatedTime} min
          </span>
          <span className={fact}>
            <FileCheck2 aria-hidden="true" className={icon} />
            Proof: {submissionTypeLabels[task.submissionType]}
          </span>
          <span className={fact}>
            <CalendarDays aria-hidden="true" className={icon} />
            Due {formatMonthDay(task.deadline)}
          </span>
          <span>{left ? `${left} left` : 'Deadline passed'}</span>
          <span className={cx(fact, 'col-span-2')}>
            <Users aria-hidden="true" className={icon} />
            {placesText(task)}
          </span>
        </p>
        <p className="mt-1 text-ink-2 text-sm">{reviewPromise(task)}</p>
      </div>
      <Perforation />
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5 py-4">
        <Money amount={task.reward} />
        <CompletionBar done={done} total={places} />
        <span
          {...tooltip.tip}
          className={cx(tooltipClass, 'top-[calc(100%+0.25rem)] left-4 max-w-[calc(100%-2rem)]!')}
        >
          Held in escrow: locked by the contract until your work is approved.
        </span>
      </div>
    </Ticket>
  )
}

const fact = 'inline-flex items-center gap-1.5'
const icon = 'size-4 shrink-0 text-ink-3'

const states = {
  pending: { tone: 'held', label: 'Submitted' },
  approved: { tone: 'paid', label: 'Approved' },
  rejected: { tone: 'refused', label: 'Rejected' },
} as const

function OwnState({ submission: { status, transactionHash } }: { submission: Submission }) {
  const { tone, label } = states[status]
  return <Badge tone={tone}>{status === 'approved' && transactionHash ? 'Paid' : label}</Badge>
}
