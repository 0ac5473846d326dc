import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { retry } from '../features/admin/admin-data.ts'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { ApprovalsView, type Counts } from '../features/reviews/approvals-view.tsx'
import { ApiError } from '../lib/api.ts'
import { useTitle } from '../lib/page-head.ts'
import { apiQuery } from '../lib/query.ts'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState } from '../ui/page-states.tsx'

/** Submissions to review: all for admins, otherwise those to the user's own tasks. */
export default function ApprovalsPage() {
  useTitle('Approvals')
  const { user } = useAuth()
  if (!user) return <SignedOut />
  return user.isAdmin ? <OfAdmin /> : <OfCreator />
}

function OfAdmin() {
  const query = useQuery({ ...apiQuery('GET /api/admin/overview'), ...retry })
  return (
    <Page
      title="Admin Approvals Dashboard"
      intro="All submitted proofs. An approval pays at once, from the task’s escrow."
      query={query}
      countsOf={({ totals }) => totals}
    />
  )
}

function OfCreator() {
  const query = useQuery(apiQuery('GET /api/user/summary'))
  return (
    <Page
      title="My Tasks Submissions"
      intro="The proofs that people submitted for your tasks. An approval pays at once, from the task’s escrow."
      query={query}
      countsOf={({ receivedApproved: approved, receivedRejected: rejected, toReview: pending }) => ({
        ...{ approved, pending, rejected },
      })}
    />
  )
}

interface PageProps<Data> {
  title: string
  intro: string
  query: UseQueryResult<Data>
  countsOf: (data: Data) => Counts
}

function Page<Data>({ title, intro, query, countsOf }: PageProps<Data>) {
  if (query.error instanceof ApiError && query.error.status === 401) return <SignedOut />
  return (
    <div className="page pt-10 sm:pt-14">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-2 mb-8 max-w-xl text-ink-2">{intro}</p>
      {query.isLoadingError ? (
        <Loaded query={query} what="submissions" title="The submissions could not be loaded">
          {() => null}
        </Loaded>
      ) : (
        <ApprovalsView counts={query.data && countsOf(query.data)} />
      )}
    </div>
  )
}

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
