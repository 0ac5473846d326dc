import { useState } from 'react'
import type { Submission } from '../../../../domain/submission.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/use-wallet.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/states.tsx'
import { useAuth } from '../auth/auth.tsx'
import { FinishedReview } from './finished-review.tsx'
import { ProofView } from './proof-view.tsx'
import { useReviewedSubmission } from './queries.ts'
import { ReviewForm } from './review-form.tsx'
import type { ReviewProps } from './review-props.ts'
import { nextInQueue, reviewMode } from './verdict.ts'

interface Props {
  submissionId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onReviewed?: () => void
  /** Pending submissions in the order in which to review them; after a verdict the next one follows. */
  queue?: readonly string[]
}

const none: readonly string[] = []
const nothing = () => {}

/** Everything about one submission, and the verdict on it (spec section 2, Review Submission dialog). */
export default function ReviewDialog({
  submissionId,
  open,
  onOpenChange,
  onReviewed = nothing,
  queue = none,
}: Props) {
  const [id, setId] = useState(submissionId)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const { user } = useAuth()
  const { submission, task, isFailed } = useReviewedSubmission(id)
  const close = () => onOpenChange(false)
  const { next, left } = nextInQueue(queue, id, decided)

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      initialFocus="content"
      title={task?.title ?? 'Review Submission'}
      description={submission && <Facts submission={submission} />}
    >
      {isFailed ? (
        <ErrorState
          title="Failed to load submission details."
          action={<Button onClick={close}>Close</Button>}
        >
          It may be gone, or only its submitter and its reviewers may see it.
        </ErrorState>
      ) : submission && task && user ? (
        <ReviewBody
          key={id}
          submission={submission}
          task={task}
          user={user}
          onReviewed={onReviewed}
          onDecided={() => setDecided((before) => new Set(before).add(id))}
          isDecidedHere={decided.has(id)}
          onClose={close}
          next={next ? { left, show: () => setId(next) } : null}
        />
      ) : (
        <Loading what="the submission">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="mt-5 h-32 w-full" />
          <Skeleton className="mt-5 h-24 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}

function Facts({ submission }: { submission: Submission }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
      <StatusBadge status={submission.status} />
      <span>Submitted {formatDateTime(submission.createdAt)}</span>
    </span>
  )
}

function ReviewBody(props: ReviewProps) {
  const { submission, task, user, isDecidedHere } = props
  const { isConnected } = useWallet()
  const mode = reviewMode(user, submission, task, isConnected)
  return (
    <div className="flex flex-col gap-7">
      <ProofView submission={submission} requirements={task.requirements} />
      {mode === 'read-only' ? (
        <p className="rounded bg-sunk px-4 py-3 text-ink-2">
          You're viewing this submission in read-only mode.
        </p>
      ) : mode === 'finished' && !isDecidedHere ? (
        <FinishedReview {...props} />
      ) : (
        <ReviewForm {...props} isConnected={isConnected} />
      )}
    </div>
  )
}
