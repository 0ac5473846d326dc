import { memo, type ReactNode, useState } from 'react'
import { lists } from '../../../../domain/limits.ts'
import { heldFor } from '../../../../domain/refund.ts'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import type { OwnTask } from '../../../../domain/views.ts'
import { formatCents, formatDate, formatRelative, plural } from '../../lib/format.ts'
import { isPending } from '../../lib/pending-submissions.ts'
import { placesText } from '../../lib/places.ts'
import { Badge, ProofBadges, StatusBadge } from '../../ui/badge.tsx'
import { CompletionBar } from '../../ui/bar.tsx'
import { DialogButtonLink, DialogLink } from '../../ui/dialog-link.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { UserName } from '../../ui/user.tsx'
import { RefundSection } from './refund-section.tsx'

interface Actions {
  /** Further actions of a task. Always the same function, so that a task renders again only if it has changed. */
  actionsOf: (task: OwnTask) => ReactNode
}

/** The user's own tasks, newest first. The submissions of the first one with pending ones are open. */
export function CreatedList({ actionsOf, empty }: Actions & { empty: ReactNode }) {
  return (
    <PagedList
      route="GET /api/user/tasks"
      input={{}}
      what="your tasks"
      empty={empty}
      placeholder={<Skeleton className="h-60" />}
    >
      {(tasks, list) => {
        const toReview = tasks.find(({ proofs }) => proofs.pending > 0)
        return (
          <ul ref={list} className="flex flex-col gap-6">
            {tasks.map((task) => (
              <li key={task.id} className="list-row">
                <Created task={task} isOpenAtFirst={task === toReview} actionsOf={actionsOf} />
              </li>
            ))}
          </ul>
        )
      }}
    </PagedList>
  )
}

type CreatedProps = Actions & { task: OwnTask; isOpenAtFirst: boolean }

const Created = memo(({ task, isOpenAtFirst, actionsOf }: CreatedProps) => {
  const [choice, setOpen] = useState<boolean | null>(null)
  const isOpen = choice ?? isOpenAtFirst
  const held = heldFor(task)
  const { pending, total } = task.proofs
  return (
    <Ticket>
      <div className="flex flex-col gap-5 px-5 pt-5 pb-5 sm:flex-row sm:items-end sm:justify-between sm:px-7">
        <div className="min-w-0">
          <Badge tone={task.isActive ? 'paid' : 'plain'}>
            {task.closedAt ? 'Closed' : task.isActive ? 'Active' : 'Inactive'}
          </Badge>
          {task.hidden && (
            <Badge tone="held" className="ml-2">
              Hidden
            </Badge>
          )}
          {task.fundingLost && (
            <p className="mt-2 text-amber text-sm">
              The chain took back the transaction that funded this task, so nobody can submit proof. Your TAX
              is in your wallet again.
            </p>
          )}
          <h3 dir="auto" className="mt-2 wrap-anywhere text-lg">
            <DialogLink dialog="id" value={task.id} className="underline-offset-4 hover:underline">
              {task.title}
            </DialogLink>
          </h3>
          <p className="mt-1 text-ink-2 text-sm">
            {task.closedAt
              ? `Closed on ${formatDate(task.closedAt)}`
              : `${held > 0 ? `${formatCents(held)} held in escrow` : 'Everything in escrow has been claimed'}, due ${formatDate(task.deadline)}. ${placesText(task)}.`}
          </p>
        </div>
        <div className="flex shrink-0 items-end justify-between gap-8">
          <Money amount={task.reward} />
          <CompletionBar done={task.completions} total={task.maxCompletions} />
        </div>
      </div>
      <Perforation />
      <div className="px-5 py-2 sm:px-7">
        {total === 0 ? (
          <p className="py-3 text-ink-2 text-sm">No submissions yet.</p>
        ) : (
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className="py-3 font-semibold text-sm">
              {plural(total, 'submission')}
              {pending > 0 && <span className="text-amber">, {pending} to review</span>}
            </summary>
            {isOpen && <ReceivedList taskId={task.id} total={total} />}
          </details>
        )}
        <RefundSection task={task} />
        <div className="-ml-3 flex flex-wrap gap-2 pb-2">{actionsOf(task)}</div>
      </div>
    </Ticket>
  )
})

const ReceivedList = ({ taskId, total }: { taskId: string; total: number }) => (
  <PagedList
    route="GET /api/tasks/{id}/submissions"
    input={{ id: taskId }}
    what="the submissions"
    empty={null}
    // As high as the rows, so that what is below does not move away from under a click.
    placeholder={<div style={{ height: `${Math.min(total, lists.page) * 5.25}rem` }} />}
  >
    {(submissions, list) => (
      <ul ref={list} className="divide-y divide-line">
        {submissions.map((submission) => (
          <li key={submission.id}>
            <ReceivedSubmission submission={submission} />
          </li>
        ))}
      </ul>
    )}
  </PagedList>
)

function ReceivedSubmission({ submission }: { submission: NamedSubmission }) {
  const pending = isPending(submission)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3.5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <StatusBadge status={submission.status} />
          <ProofBadges submission={submission} />
          <ReviewTime submission={submission} />
          <AppealBadge submission={submission} />
        </p>
        <p className="mt-1.5 text-ink-2 text-sm">
          Submitted {formatRelative(submission.createdAt, Date.now())} by{' '}
          <UserName id={submission.userId} name={submission.submitterName} />
        </p>
      </div>
      <DialogButtonLink dialog="review" value={submission.id} variant={pending ? 'primary' : 'secondary'}>
        {pending ? 'Review Submission' : 'View Details'}
      </DialogButtonLink>
    </div>
  )
}
