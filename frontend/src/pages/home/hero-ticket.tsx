import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lists } from '../../../../domain/limits.ts'
import { useNewestTasks } from '../../features/tasks/queries.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatMonthDay } from '../../lib/format.ts'
import { Category } from '../../ui/category.tsx'
import { Money } from '../../ui/money.tsx'
import { Loading } from '../../ui/page-states.tsx'
import { Perforation, ReceiptLine, Ticket } from '../../ui/ticket.tsx'
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx'

/** A large card of a well paid new task that is not among the featured tasks, with the state of its escrow. */
export default function HeroTicket() {
  const { data: tasks, isPending } = useNewestTasks()
  const dialog = useDialog('id')
  const others = tasks?.slice(lists.featured)
  const task = (others?.length ? others : tasks)?.toSorted((a, b) => b.reward - a.reward)[0]
  if (!task)
    return (
      isPending && (
        <div className="w-full max-w-md justify-self-end">
          <Loading what="a task">
            <TicketSkeleton className="h-118 lg:h-124" />
          </Loading>
        </div>
      )
    )
  const paid = task.completions * task.reward
  const held = (task.maxCompletions - task.completions) * task.reward
  return (
    <Ticket className="group w-full max-w-md animate-rise justify-self-end hover:border-line-strong">
      <div className="px-6 pt-6 pb-6 sm:px-8 sm:pt-7">
        <p className="flex items-center justify-between gap-4 font-semibold text-xs">
          <Category category={task.category} />
          <span className="shrink-0 text-ink-3">Open until {formatMonthDay(task.deadline)}</span>
        </p>
        <h2 dir="auto" className="mt-3 line-clamp-2 min-h-[2lh] wrap-anywhere text-xl sm:text-2xl">
          {task.title}
        </h2>
        <p className="mt-6">
          <Money amount={task.reward} size="2xl" />
        </p>
        <p className="mt-2 text-ink-2 text-sm">for about {task.estimatedTime} minutes of work</p>
      </div>
      <Perforation />
      <dl className="flex flex-col gap-2.5 px-6 py-6 sm:px-8">
        <ReceiptLine label="Held in escrow">
          <Money amount={held} size="sm" tone="held" />
        </ReceiptLine>
        <ReceiptLine label="Already paid out">
          <Money amount={paid} size="sm" tone={paid > 0 ? 'paid' : 'quiet'} />
        </ReceiptLine>
        <ReceiptLine label="Places left">
          {task.maxCompletions - task.completions} of {task.maxCompletions}
        </ReceiptLine>
      </dl>
      <Perforation />
      <Link
        {...dialog.link(task.id)}
        className="flex items-center justify-between rounded-b px-6 py-4 font-semibold text-green-ink after:absolute after:inset-0 sm:px-8"
      >
        See this task
        <ArrowRight
          aria-hidden="true"
          className="size-5 transition-transform duration-150 group-hover:translate-x-1"
        />
      </Link>
    </Ticket>
  )
}
