import type { User } from '../../../domain/user.ts'
import type { CreatedTask, Dashboard } from '../../../domain/views.ts'
import { useAuth } from '../features/auth/auth.tsx'
import { TaskActions } from '../features/create-task/task-actions.tsx'
import { UnsavedNotice } from '../features/create-task/unsaved-notice.tsx'
import { DashboardHeader } from '../features/dashboard/dashboard-header.tsx'
import { DashboardTabs } from '../features/dashboard/dashboard-tabs.tsx'
import { useDashboard } from '../features/dashboard/queries.ts'
import { isPosterFirst, summarize } from '../features/dashboard/summary.ts'
import { SummaryCards } from '../features/dashboard/summary-cards.tsx'
import { ReviewAll, ReviewHost } from '../features/reviews/review-host.tsx'
import { partAttributes } from '../lib/first-part.ts'
import { useTitle } from '../lib/page-head.ts'
import { pendingQueue } from '../lib/pending-submissions.ts'
import { countUrgent } from '../lib/review-time.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading, Skeleton } from '../ui/page-states.tsx'
import { Ticket } from '../ui/ticket.tsx'
import { TicketSkeleton } from '../ui/ticket-skeleton.tsx'

export default function DashboardPage() {
  useTitle('Dashboard')
  const { user } = useAuth()
  return user ? <Loaded user={user} /> : null
}

function Loaded({ user }: { user: User }) {
  const { data, error, isPlaceholderData } = useDashboard(user.isAdmin)
  return (
    <div className="page pt-10 sm:pt-14" {...partAttributes(isPlaceholderData)}>
      {data ? (
        <Content user={user} dashboard={data} outdated={Boolean(error)} />
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

function Content({ user, dashboard, outdated }: { user: User; dashboard: Dashboard; outdated: boolean }) {
  const summary = summarize(dashboard)
  const received = dashboard.createdTasks.flatMap(({ submissions }) => submissions)
  const queue = pendingQueue(received)
  const urgent = countUrgent(received, Date.now())
  return (
    <>
      <UnsavedNotice userId={user.id} />
      <DashboardHeader user={user} earnings={summary.earnings} />
      {outdated && (
        <Notice role="status" className="mt-6">
          The server cannot be reached just now. This is how things stood a moment ago.
        </Notice>
      )}
      <div className="mt-8 mb-10">
        <SummaryCards summary={summary} />
      </div>
      <DashboardTabs
        dashboard={dashboard}
        isPosterFirst={isPosterFirst(summary)}
        reviewNotice={<ReviewAll ids={queue} urgent={urgent} />}
        actionsOf={taskActions}
      />
      <ReviewHost queue={queue} />
    </>
  )
}

const taskActions = (task: CreatedTask) => <TaskActions task={task} />

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
