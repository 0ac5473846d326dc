import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { formatCents, formatNumber } from '../../lib/format.ts'
import { apiQuery } from '../../lib/query.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/page-states.tsx'
// Loaded with this dialog, so that a verdict can be undone although the connection was lost.
import '../../ui/toaster.tsx'
import { useAuth } from '../auth/auth.tsx'
import { Review } from './review.tsx'
import { neighbours, type Queue, type ReviewSession, withArrivals } from './review-session.ts'
import { useReviewShortcuts } from './review-shortcuts.ts'
import { useReviewSession } from './use-review.ts'
import { givenVerdicts, isDecided } from './waiting-verdicts.ts'

interface Props {
  submissionId: string
  onClose: () => void
  /** The review queue: the oldest pending submissions, the number of further ones, and a function that shows a submission. */
  queue: { ids: readonly string[]; further: number; show: (id: string) => void } | null
}

export default function ReviewDialog({ submissionId: id, onClose, queue: waiting }: Props) {
  const { user } = useAuth()
  const reviewSession = useReviewSession()
  const client = useQueryClient()
  const { queue, following } = useQueue(id, waiting, reviewSession)
  useEffect(() => {
    if (following) void client.prefetchQuery(apiQuery('GET /api/submissions/{id}', { id: following }))
  }, [client, following])
  const ofSubmission = useQuery({
    ...apiQuery('GET /api/submissions/{id}', { id }),
    // A review must be based on the current state, not on a cached one.
    refetchOnMount: 'always',
  })
  const submission = ofSubmission.data
  const taskId = submission?.taskId ?? ''
  const ofTask = useQuery({
    ...apiQuery('GET /api/tasks/{id}', { id: taskId }),
    enabled: taskId !== '',
  })
  const task = ofTask.data
  const failed = [ofSubmission, ofTask].find(({ error, data }) => error && !data)
  const isGone = failed?.error instanceof ApiError && [400, 403, 404].includes(failed.error.status)

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      isFixed
      initialFocus="content"
      title={task?.title ?? 'Review Submission'}
      toolbar={queue && <QueueBar queue={queue} title={task?.title ?? ''} session={reviewSession} />}
    >
      {failed ? (
        <ErrorState
          bare
          title="Failed to load submission details."
          action={
            <>
              {!isGone && <Button onClick={() => void failed.refetch()}>Try again</Button>}
              <Button variant={isGone ? 'primary' : 'secondary'} onClick={onClose}>
                Close
              </Button>
            </>
          }
        >
          {isGone
            ? 'It may be gone, or only its submitter and its reviewers may see it.'
            : reasonOf(failed.error)}
        </ErrorState>
      ) : submission && task && user ? (
        <Review
          key={id}
          submission={submission}
          task={task}
          user={user}
          reviewSession={reviewSession}
          onClose={onClose}
          queue={queue}
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

/** The position of a submission in the queue, which keeps its order while verdicts are given and submissions arrive. */
function useQueue(id: string, waiting: Props['queue'], verdicts: ReviewSession) {
  const ids = waiting?.ids ?? []
  const [known, setKnown] = useState<readonly string[]>(ids.includes(id) ? ids : [id])
  const order = withArrivals(known, ids)
  if (order !== known) setKnown(order)
  const ownVerdicts = useStore(givenVerdicts)
  const open = new Set(ids.filter((each) => !verdicts.has(each) && !isDecided(ownVerdicts.get(each))))
  const { position, previous, next, following, left } = neighbours(order, id, open)
  if (!waiting) return { queue: null, following: null }
  const { further, show } = waiting
  const queue: Queue = {
    position,
    total: order.length + further,
    left: left + further,
    previous: previous === null ? null : () => show(previous),
    next: next === null ? null : () => show(next),
    showNext: following === null ? null : () => show(following),
  }
  return { queue, following }
}

/** The position in the queue, the approved amount, and navigation by buttons and keys. */
function QueueBar({ queue, title, session }: { queue: Queue; title: string; session: ReviewSession }) {
  const approved = [...session.values()].filter((reward) => reward !== null)
  const cost = approved.reduce((sum, reward) => sum + reward, 0)
  const { position, total, previous, next } = queue
  useReviewShortcuts({ j: next, k: previous })
  return (
    <div className="flex items-center justify-between gap-4 border-line border-b bg-sunk px-5 py-1 text-sm sm:px-7">
      <p role="status" className="min-w-0">
        <span className="font-semibold">
          {formatNumber(position)} of {formatNumber(total)}
        </span>
        {approved.length > 0 && (
          <span className="text-ink-2">
            , {formatCents(cost)} approved<span className="max-sm:sr-only"> in this session</span> (
            {formatNumber(approved.length)})
          </span>
        )}
        <span className="sr-only">: {title}</span>
      </p>
      <span className="-mr-3 flex shrink-0">
        {/* A disabled button would lose the focus at the end of the queue. */}
        <Button variant="quiet" size="sm" aria-disabled={!previous} onClick={() => previous?.()}>
          Previous
        </Button>
        <Button variant="quiet" size="sm" aria-disabled={!next} onClick={() => next?.()}>
          Next
        </Button>
      </span>
    </div>
  )
}
