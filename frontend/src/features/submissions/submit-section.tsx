import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Task } from '../../../../domain/task.ts'
import { noPlaceMessage, submitProblem } from '../../../../domain/task-rules.ts'
import { type Output, reasonOf } from '../../lib/api.ts'
import { formatDate, formatDateTime, plural } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { apiQuery } from '../../lib/query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loading, Skeleton } from '../../ui/page-states.tsx'
import { SignInButton, useAuth } from '../auth/auth.tsx'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { lockedUntil } from './own-submission.tsx'

const proofSkeleton = (
  <Loading what="your submission">
    <Skeleton className="h-36 w-full" />
  </Loading>
)
/** Milliseconds between two requests of the place in a waiting list. */
const placePoll = 15_000

const ProofForm = lazyComponent(() => import('./proof-form.tsx'), { fallback: proofSkeleton })

/** The viewer's own submission to a task. Not requested for the task's creator, nor without a session. */
export function useOwnSubmission({ id, creatorId }: Task) {
  const { user } = useAuth()
  return useQuery({
    ...apiQuery('GET /api/tasks/{id}/user-submission', { id }),
    enabled: Boolean(user) && user?.id !== creatorId,
    refetchInterval: ({ state: { data } }) => (data?.waiting ? placePoll : false),
  })
}

/** Lets a viewer without a submission sign in or submit proof, or says why that is not possible. */
export function TaskProof({ task }: { task: Task }) {
  const { user, isLoading } = useAuth()
  const { pathname, search } = useLocation()
  const own = useOwnSubmission(task)
  // The poster's scorecard beside it needs the same answer.
  const poster = useQuery(apiQuery('GET /api/users/{userId}', { userId: task.creatorId }))

  if (isLoading || own.isLoading) return proofSkeleton
  if (own.error && !own.data) {
    return (
      <Note
        title="Failed to check submission status"
        action={<Button onClick={() => void own.refetch()}>Try again</Button>}
      >
        We could not find out whether you have already submitted proof for this task.
      </Note>
    )
  }

  if (poster.data?.suspended && user?.id !== task.creatorId && !own.data?.hasSubmitted)
    return (
      <Note title="This task takes no proofs for now">
        An admin has suspended whoever posted it. Proofs that were submitted before are paid as usual.
      </Note>
    )
  const { hasSubmitted = false, waiting } = own.data ?? {}
  const hasOffer = Date.now() < Date.parse(waiting?.offeredUntil ?? '')
  const problem = submitProblem(user ?? null, task, hasSubmitted, Date.now(), hasOffer)
  switch (problem) {
    case 'signed-out':
      return (
        <Note title="Do this task" action={<SignInButton returnTo={pathname + search} />}>
          Sign in to submit proof, with a wallet or with a username and a password. Signing in moves no money
          and costs nothing.
        </Note>
      )
    case 'own-task':
      return (
        <Note
          title="This is your task"
          action={
            <ButtonLink to="/dashboard?tab=created" variant="secondary">
              See its submissions
            </ButtonLink>
          }
        >
          Others submit proof here. You review it on your dashboard.
        </Note>
      )
    case 'already-submitted':
      return <Note title="You have already submitted proof">Each person can submit once per task.</Note>
    case 'full':
      return <Note title="All places are taken">Every completion of this task has been approved.</Note>
    case 'closed':
      return <Note title="This task takes no more submissions">{whyClosed(task)}</Note>
    default:
      return <SubmitProof {...{ task, hasOffer, waiting }} hasPlace={problem === null} />
  }
}

function whyClosed({ closedAt, deadline, hidden, isActive }: Task) {
  if (closedAt) return `It was closed on ${formatDate(closedAt)}.`
  if (hidden) return 'An admin has hidden it.'
  return isActive ? `Its deadline was ${formatDate(deadline)}.` : 'It is not active.'
}

interface SubmitProps {
  task: Task
  hasPlace: boolean
  hasOffer: boolean
  /** Of a viewer who waits for a place, or to whom a place is offered. */
  waiting: Output<'GET /api/tasks/{id}/user-submission'>['waiting']
}

/**
 * The form for proof. While all places are taken it is not offered, but a form that was offered before keeps its input. Then the
 * viewer can wait for a place.
 */
function SubmitProof({ task, hasOffer, hasPlace, waiting }: SubmitProps) {
  const wasOffered = useRef(hasPlace)
  wasOffered.current ||= hasPlace
  const join = useSessionMutation('POST /api/tasks/{id}/waiting')
  const leave = useSessionMutation('DELETE /api/tasks/{id}/waiting')
  const { error, isPending, mutate } = waiting ? leave : join
  const change = (
    <Button variant="secondary" busy={isPending && 'Saving…'} onClick={() => mutate({ id: task.id })}>
      {hasOffer ? 'Give up this place' : waiting ? 'Leave the list' : 'Tell me when a place is free'}
    </Button>
  )
  const failure = error && ` ${reasonOf(error)}`
  const line = waiting?.before
    ? `${plural(waiting.before, 'person is', 'people are')} before you`
    : 'you are the next'
  return (
    <section>
      <div role="status">
        {hasOffer && (
          <Notice className="mb-5" action={change}>
            A place is reserved for you until {formatDateTime(waiting?.offeredUntil)}.{failure}
          </Notice>
        )}
        {!hasPlace && (
          <Notice className="mb-5" title={waiting && `You wait for a place: ${line}.`} action={change}>
            {noPlaceMessage} This page looks again by itself
            {wasOffered.current && ', and keeps what you typed'}.
            {!waiting &&
              ' Waiting counts as one of your undecided proofs. A free place is reserved for you for an hour.'}
            {failure}
          </Notice>
        )}
      </div>
      {wasOffered.current && (
        <>
          <h3 className="text-lg">Submit your proof</h3>
          <p className="mt-1 mb-5 text-ink-2 text-sm">
            Whoever posted this task reviews it within {plural(task.reviewDays, 'day')}; otherwise it is paid
            automatically. The reward stays locked until at least {lockedUntil(task)}.
          </p>
          <ProofForm task={task} />
        </>
      )}
    </section>
  )
}

function Note({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-4 sm:flex-row sm:items-center">
      <div className="flex-1">
        <h3 className="text-lg">{title}</h3>
        <p className="mt-1 text-ink-2">{children}</p>
      </div>
      {action}
    </section>
  )
}
