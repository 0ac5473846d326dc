import type { UseQueryResult } from '@tanstack/react-query'
import { useWholeAdminDashboard } from '../features/admin/admin-data.ts'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { useDashboard } from '../features/dashboard/queries.ts'
import { type Approval, approvalsOfAdmin, approvalsOfCreator } from '../features/reviews/approvals.ts'
import { ApprovalsView } from '../features/reviews/approvals-view.tsx'
import { ApiError } from '../lib/api.ts'
import { partAttributes } from '../lib/first-part.ts'
import { useTitle } from '../lib/page-head.ts'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, Skeleton } from '../ui/page-states.tsx'

/** Submissions to review: all for admins, otherwise those to the user's own tasks. */
export default function ApprovalsPage() {
  useTitle('Approvals')
  const { user } = useAuth()
  if (!user) return <SignedOut />
  return user.isAdmin ? <OfAdmin /> : <OfCreator />
}

const OfAdmin = () => (
  <Page
    title="Admin Approvals Dashboard"
    intro="All submitted proofs. An approval pays at once, from the task’s escrow."
    query={useWholeAdminDashboard()}
    approvalsIn={approvalsOfAdmin}
  />
)

const OfCreator = () => (
  <Page
    title="My Tasks Submissions"
    intro="The proofs that people submitted for your tasks. An approval pays at once, from the task’s escrow."
    query={useDashboard(false)}
    approvalsIn={approvalsOfCreator}
  />
)

interface PageProps<Data> {
  title: string
  intro: string
  query: UseQueryResult<Data>
  approvalsIn: (data: Data) => Approval[]
}

function Page<Data>({ title, intro, query, approvalsIn }: PageProps<Data>) {
  if (query.error instanceof ApiError && query.error.status === 401) return <SignedOut />
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-2 mb-8 max-w-xl text-ink-2">{intro}</p>
      <Loaded
        query={query}
        what="submissions"
        title="The submissions could not be loaded"
        placeholder={placeholder}
      >
        {(data) => (
          <div {...partAttributes(query.isPlaceholderData)}>
            <ApprovalsView approvals={approvalsIn(data)} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

const placeholder = (
  <>
    <div className="flex gap-4">
      <Skeleton className="h-11 flex-1" />
      <Skeleton className="h-11 w-32 sm:w-48" />
    </div>
    <Skeleton className="mt-6 h-10 w-96 max-w-full" />
    <div className="mt-6 grid gap-5 lg:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-52" />
      ))}
    </div>
  </>
)

/** Shown if the session expires on this page. Visitors without a session are redirected to /auth before. */
function SignedOut() {
  return (
    <div className="page pt-10 sm:pt-14">
      <EmptyState level="h1" title="Authentication Required" action={<SignInButton returnTo="/approvals" />}>
        Please log in to view the approvals page.
      </EmptyState>
    </div>
  )
}
