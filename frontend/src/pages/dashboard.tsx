import { useQuery } from '@tanstack/react-query'
import type { User } from '../../../domain/user.ts'
import type { OwnTask, Summary } from '../../../domain/views.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { TaskActions } from '../features/create-task/task-actions.tsx'
import { UnsavedNotice } from '../features/create-task/unsaved-notice.tsx'
import { DashboardHeader } from '../features/dashboard/dashboard-header.tsx'
import { DashboardTabs } from '../features/dashboard/dashboard-tabs.tsx'
import { SummaryCards } from '../features/dashboard/summary-cards.tsx'
import { ReviewAll, ReviewHost, useReviewQueue } from '../features/reviews/review-host.tsx'
import { readStored } from '../lib/browser-storage.ts'
import { useTitle } from '../lib/page-head.ts'
import { apiQuery, queryClient } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading, Skeleton } from '../ui/page-states.tsx'
import { Ticket } from '../ui/ticket.tsx'
import { TicketSkeleton } from '../ui/ticket-skeleton.tsx'

// Requests the summary before the user is known, which saves a round trip on a slow network. Only if the visit begins here:
// the code is also loaded when the pointer reaches a link, and that answer would be old when the page opens.
if (readStored('session') && location.pathname === '/dashboard')
  void queryClient.prefetchQuery(apiQuery('GET /api/user/summary'))

export default function DashboardPage() {
  useTitle('Dashboard')
  const { user } = useAuth()
  return user ? <Loaded user={user} /> : null
}

function Loaded({ user }: { user: User }) {
  const { data, error } = useQuery(apiQuery('GET /api/user/summary'))
  return (
    <div className="page pt-10 sm:pt-14">
      {data ? (
        <Content user={user} summary={data} outdated={Boolean(error)} />
      ) : error ? (
        <ErrorState
          level="h1"
          title="Error Loading Dashboard"
          action={<Button onClick={() => location.reload()}>Retry</Button>}
        >
          We encountered an error while loading your dashboard data.
        </ErrorState>
      ) : (
        <DashboardSkeleton />
      )}
    </div>
  )
}

function Content({ user, summary, outdated }: { user: User; summary: Summary; outdated: boolean }) {
  const waiting = useReviewQueue(summary.toReview, true)
  return (
    <>
      <UnsavedNotice userId={user.id} />
      <DashboardHeader user={user} earnings={summary.earned} />
      {outdated && (
        <Notice role="status" className="mt-6">
          The server cannot be reached just now. This is how things stood a moment ago.
        </Notice>
      )}
      <div className="mt-8 mb-10">
        <SummaryCards summary={summary} />
      </div>
      <DashboardTabs
        summary={summary}
        reviewNotice={<ReviewAll waiting={waiting} />}
        actionsOf={taskActions}
      />
      <ReviewHost waiting={waiting} />
    </>
  )
}

const taskActions = (task: OwnTask) => <TaskActions task={task} />

const DashboardSkeleton = () => (
  <Loading what="your dashboard">
    <div className="flex h-64 gap-4 sm:h-34 sm:items-end">
      <Skeleton className="size-14" />
      <Skeleton className="h-9 w-48" />
    </div>
    <Ticket className="mt-8 mb-10 grid h-70 gap-6 p-6 sm:h-38 sm:grid-cols-3 sm:gap-12">
      {['proofs', 'approved', 'escrow'].map((part) => (
        <Skeleton key={part} className="max-w-60" />
      ))}
    </Ticket>
    <Skeleton className="h-9 w-80 max-w-full" />
    <TicketSkeleton className="mt-8 h-97" />
  </Loading>
)
