import { clsx as cx } from 'clsx'
import { memo, type ReactNode } from 'react'
import type { OwnSubmission } from '../../../../domain/views.ts'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { canAppeal, promiseToDoer } from '../../lib/review-time.ts'
import { TransactionHash } from '../../ui/address.tsx'
import { ProofBadges, StatusBadge } from '../../ui/badge.tsx'
import { DialogButtonLink, DialogLink } from '../../ui/dialog-link.tsx'
import { Money } from '../../ui/money.tsx'
import { Skeleton } from '../../ui/page-states.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { ProofSummary } from '../../ui/proof-summary.tsx'
import { AppealBadge } from '../../ui/review-time.tsx'

const tones = { pending: 'held', approved: 'paid', rejected: 'quiet' } as const

/** The person's own submissions, newest first: all, or those that are pending. */
export function SubmissionList({ status, empty }: { status?: 'pending'; empty: ReactNode }) {
  return (
    <PagedList
      route="GET /api/user/submissions"
      input={status ? { status } : {}}
      what="your submissions"
      empty={empty}
      placeholder={<Skeleton className="h-40" />}
    >
      {(submissions, list) => (
        <ul ref={list} className="-mt-2 divide-y divide-line border-line border-b">
          {submissions.map((submission) => (
            <li key={submission.id} className="list-row">
              <Row submission={submission} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

const Row = memo(({ submission }: { submission: OwnSubmission }) => {
  const status = submission.status
  const promise = promiseToDoer(submission)
  return (
    <article className="grid gap-x-8 gap-y-3 py-5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <StatusBadge status={status} />
          <ProofBadges submission={submission} />
          <AppealBadge submission={submission} />
        </div>
        <h3 dir="auto" className="mt-2 wrap-anywhere text-lg">
          <DialogLink dialog="id" value={submission.taskId} className="underline-offset-4 hover:underline">
            {submission.task?.title ?? `Task #${submission.taskId}`}
          </DialogLink>
        </h3>
        <p className="mt-0.5 text-ink-2 text-sm">
          Submitted{' '}
          <time title={formatDateTime(submission.createdAt)}>
            {formatRelative(submission.createdAt, Date.now())}
          </time>
          {submission.reviewedAt && `, reviewed ${formatRelative(submission.reviewedAt, Date.now())}`}
        </p>
        <ProofSummary proof={submission} />
        {promise && (
          <p className={cx('mt-2 max-w-prose text-sm', submission.waitsFor ? 'text-amber' : 'text-ink-2')}>
            {promise}
          </p>
        )}
        {status === 'rejected' && submission.reviewNotes && (
          <p className="mt-2 line-clamp-2 max-w-prose text-sm">“{submission.reviewNotes}”</p>
        )}
        {canAppeal(submission, Date.now()) && (
          <p className="mt-2 text-sm">
            <DialogLink dialog="id" value={submission.taskId} className="text-link">
              Appeal until {formatDateTime(submission.appealUntil)}
            </DialogLink>
          </p>
        )}
        {status === 'approved' && (
          <p className="mt-2 text-ink-2 text-sm">
            {submission.transactionHash ? (
              <>
                Paid: <TransactionHash value={submission.transactionHash} />
              </>
            ) : (
              'Payment is being settled on the chain'
            )}
          </p>
        )}
      </div>
      <div className="flex items-center justify-between gap-4 sm:flex-col sm:items-end sm:justify-start">
        {submission.task && <Money amount={submission.task.reward} tone={tones[status]} />}
        <DialogButtonLink dialog="review" value={submission.id} variant="secondary">
          View Details
        </DialogButtonLink>
      </div>
    </article>
  )
})
