import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { NamedSubmission } from '../../../../domain/submission.ts'
import { formatDateTime, plural } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/connection.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/page-states.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { AppealBadge, ReviewTime } from '../../ui/review-time.tsx'
import { ScorecardOf } from '../../ui/scorecard.tsx'
import { UserName } from '../../ui/user.tsx'
import { useAuth } from '../auth/auth.tsx'
import { FinishedReview } from './finished-review.tsx'
import { ProofView } from './proof-view.tsx'
import { usePrefetchedSubmission, useReviewedSubmission } from './queries.ts'
import { ReviewForm } from './review-form.tsx'
import { QueueBar } from './review-queue-bar.tsx'
import { reviewMode } from './review-rules.ts'
import type { Queue, ReviewProps } from './review-session.ts'
import { neighbours } from './review-session.ts'
import { ReviewSessionSummary } from './review-session-summary.tsx'
import { useReviewSession } from './use-review-session.ts'

interface Props {
  submissionId: string
  onClose: () => void
  /** The review queue: ids of pending submissions in review order, and a function that shows a submission. */
  queue: { ids: readonly string[]; show: (id: string) => void } | null
}

const none: readonly string[] = []

/** A submission and its review. */
export default function ReviewDialog({ submissionId: id, onClose, queue: waiting }: Props) {
  const { user } = useAuth()
  const reviewSession = useReviewSession()
  const [isOver, setOver] = useState(false)
  const { submission, task, isFailed } = useReviewedSubmission(id)
  const { next, previous, left } = neighbours(waiting?.ids ?? none, id, reviewSession.decidedIds)
  usePrefetchedSubmission(next)
  const queue: Queue | null = waiting && {
    left,
    next: () => next && waiting.show(next),
    previous: () => previous && waiting.show(previous),
    showNext: () => (next ? waiting.show(next) : setOver(true)),
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      initialFocus="content"
      title={isOver ? 'Everything is reviewed' : (task?.title ?? 'Review Submission')}
      description={!isOver && submission && <Facts submission={submission} />}
    >
      {isOver ? (
        <ReviewSessionSummary verdicts={reviewSession.verdicts} onClose={onClose} />
      ) : (
        <>
          {queue && <QueueBar queue={queue} reviewSession={reviewSession} />}
          <div className={queue ? 'pt-6' : ''}>
            {isFailed ? (
              <NotLoaded onClose={onClose} />
            ) : submission && task && user ? (
              <ReviewBody key={id} {...{ submission, task, user, reviewSession, onClose, queue }} />
            ) : (
              <Loading what="the submission">
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="mt-5 h-32 w-full" />
                <Skeleton className="mt-5 h-24 w-full" />
              </Loading>
            )}
          </div>
        </>
      )}
    </Dialog>
  )
}

function NotLoaded({ onClose }: { onClose: () => void }) {
  return (
    <ErrorState
      bare
      title="Failed to load submission details."
      action={<Button onClick={onClose}>Close</Button>}
    >
      It may be gone, or only its submitter and its reviewers may see it.
    </ErrorState>
  )
}

function Facts({ submission }: { submission: NamedSubmission }) {
  const { user } = useAuth()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      <StatusBadge status={submission.status} />
      <ReviewTime submission={submission} />
      <AppealBadge submission={submission} />
      <span>Submitted {formatDateTime(submission.createdAt)}</span>
      <span>
        by <UserName id={submission.userId} name={submission.submitterName} />
      </span>
      {user?.id !== submission.userId && <ReportButton subject={{ kind: 'submission', id: submission.id }} />}
    </span>
  )
}

function ReviewBody(props: ReviewProps) {
  const { submission, task, user, reviewSession } = props
  const { isConnected } = useWallet()
  const mode = reviewMode(user, submission, task, isConnected)
  const isOver = mode === 'finished' && !reviewSession.decidedIds.has(submission.id)
  return (
    <div className="flex flex-col gap-7">
      {isOver && <FinishedReview {...props} />}
      {submission.sameProof > 0 && (
        <p className="flex items-start gap-2.5 rounded bg-amber-soft px-4 py-3 text-amber">
          <Copy aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {plural(submission.sameProof, 'other person', 'other people')} handed in the same proof for this
          task.
        </p>
      )}
      <ProofView submission={submission} requirements={task.requirements} />
      {mode === 'read-only' ? (
        <p className="rounded bg-sunk px-4 py-3 text-ink-2">
          You're viewing this submission in read-only mode.
        </p>
      ) : (
        !isOver && <ReviewForm {...props} />
      )}
      {mode !== 'read-only' && <ScorecardOf userId={submission.userId} as="doer" />}
    </div>
  )
}
