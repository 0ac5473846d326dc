import { opened, useDialog } from '../../lib/dialogs.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Badge, ProofBadges, StatusBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/page-states.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { Perforation, Ticket } from '../../ui/ticket.tsx'
import { UserName } from '../../ui/user.tsx'
import { type Approval, statusOf, titleOf } from './approvals.ts'

const tones = { pending: 'held', approved: 'paid', rejected: 'quiet' } as const

/** A submission: its task, kinds of proof and submitter, with a link to its review. */
export function ApprovalCard({ approval }: { approval: Approval }) {
  const review = useDialog('review')
  const { submission, task } = approval
  const status = statusOf(approval)
  return (
    <Ticket className="flex h-full flex-col">
      <div className="flex flex-1 flex-col px-5 pt-5 pb-5 sm:px-6">
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <ProofBadges submission={submission} />
          <ReviewTime submission={submission} />
          <AppealBadge submission={submission} />
          {submission.sameProof > 0 && <Badge tone="held">Same proof × {submission.sameProof + 1}</Badge>}
        </div>
        <div className="mt-3 flex items-start justify-between gap-5">
          <h2 dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere text-lg">
            {titleOf(approval)}
          </h2>
          {task && <Money amount={task.reward} tone={tones[status]} />}
        </div>
        <p className="mt-1 text-ink-2 text-sm">{formatDateTime(submission.createdAt)}</p>
        {submission.notes && (
          <p dir="auto" className="mt-3 line-clamp-2 wrap-anywhere text-ink-2 text-sm">
            “{submission.notes}”
          </p>
        )}
      </div>
      <Perforation />
      <div className="flex flex-wrap items-center justify-between gap-4 px-5 py-4 sm:px-6">
        <div className="min-w-0 text-ink-2 text-sm">
          <p>
            Submitted by <UserName id={submission.userId} name={submission.submitterName} />
          </p>
          {submission.reviewedBy && (
            <p>
              Reviewed by <UserName id={submission.reviewedBy} name={submission.reviewerName} />
            </p>
          )}
        </div>
        <ButtonLink
          to={review.to(submission.id)}
          state={opened}
          size="sm"
          variant={status === 'pending' ? 'primary' : 'secondary'}
        >
          {status === 'pending' ? 'Review Submission' : 'View Details'}
          <span className="sr-only">{titleOf(approval)}</span>
        </ButtonLink>
      </div>
    </Ticket>
  )
}

/** The placeholder of a card while it loads. */
export function ApprovalCardSkeleton() {
  return (
    <Ticket>
      <div className="px-5 pt-5 pb-5 sm:px-6">
        <Skeleton className="h-6 w-32" />
        <div className="mt-4 flex justify-between gap-5">
          <Skeleton className="h-6 w-2/3" />
          <Skeleton className="h-6 w-16" />
        </div>
        <Skeleton className="mt-3 h-4 w-40" />
      </div>
      <Perforation />
      <div className="flex items-center justify-between px-5 py-4 sm:px-6">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-32" />
      </div>
    </Ticket>
  )
}
