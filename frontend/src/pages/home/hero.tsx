import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lists } from '../../../../domain/limits.ts'
import type { Task } from '../../../../domain/task.ts'
import { useNewestTasks } from '../../features/tasks/queries.ts'
import { useConfig } from '../../lib/config.ts'
import { useDialog } from '../../lib/dialogs.ts'
import { formatMonthDay } from '../../lib/format.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Category } from '../../ui/category.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Money } from '../../ui/money.tsx'
import { Loading } from '../../ui/page-states.tsx'
import { Perforation, ReceiptLine, Ticket } from '../../ui/ticket.tsx'
import { TicketSkeleton } from '../../ui/ticket-skeleton.tsx'

/** The introduction, beside a well paid new task that is not among the featured tasks. */
export function Hero() {
  const { faucetUrl } = useConfig()
  const create = useDialog('create')
  const { data: tasks, isPending } = useNewestTasks()
  const others = tasks?.slice(lists.featured)
  const best = (others?.length ? others : tasks)?.toSorted((a, b) => b.reward - a.reward)[0]
  return (
    <section className="page grid grid-cols-1 items-center gap-12 pt-12 pb-16 sm:pt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:gap-12 xl:gap-16 lg:pb-24">
      <div>
        <h1 className="text-[clamp(1.8rem,9.2vw,3.583rem)] leading-[1.04] tracking-[-0.03em] xl:text-7xl xl:leading-none">
          Small jobs,
          <br />
          fair pay,
          <br />
          proof you can check.
        </h1>
        <p className="mt-6 max-w-xl text-ink-2 text-lg">
          Do a real-world task, submit proof, get paid. The reward is locked in escrow before you start, and
          moves to your wallet when your work is approved.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/tasks" size="lg">
            Start Earning
          </ButtonLink>
          <ButtonLink {...create.link('task')} size="lg" variant="secondary">
            Create Task
          </ButtonLink>
        </div>
        {faucetUrl && (
          <p className="mt-6 text-ink-2 text-sm">
            New to the test network?{' '}
            <ExternalLink href={faucetUrl} className="text-link">
              Get free test tokens from the faucet
            </ExternalLink>
          </p>
        )}
      </div>
      {isPending ? <HeroTicketSkeleton /> : best && <HeroTicket task={best} />}
    </section>
  )
}

/** A large card of a current task with the state of its escrow. */
function HeroTicket({ task }: { task: Task }) {
  const dialog = useDialog('id')
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

const HeroTicketSkeleton = () => (
  <div className="w-full max-w-md justify-self-end">
    <Loading what="a task">
      <TicketSkeleton className="h-118 lg:h-124" />
    </Loading>
  </div>
)
