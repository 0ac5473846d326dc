import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { useTitle } from '../lib/page-head.ts'
import { wantedPage, wanting } from '../lib/wanted-page.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState, Spinner } from '../ui/page-states.tsx'

/** Title and heading of the pages that are prerendered for signed-in people (prerender.ts). */
const headings: Record<string, { title: string; heading: string }> = {
  '/dashboard': { title: 'Dashboard', heading: 'My Dashboard' },
  '/approvals': { title: 'Approvals', heading: 'Approvals' },
  '/admin': { title: 'Admin', heading: 'Admin Panel' },
  '/profile': { title: 'My Profile', heading: 'My Profile' },
}

/** What a page for signed-in people shows until it is known who is signed in: its heading and a spinner. */
function Checking({ pathname }: { pathname: string }) {
  const { heading, title } = headings[pathname] ?? {}
  useTitle(title)
  return (
    <>
      {heading && <h1 className="page pt-10 text-2xl sm:pt-14 sm:text-3xl">{heading}</h1>}
      <Spinner label="Checking whether you are signed in…" />
    </>
  )
}

/** What a page for signed-in people shows if the user could not be loaded. */
function NotChecked({ pathname }: { pathname: string }) {
  useTitle(headings[pathname]?.title)
  return (
    <div className="page pt-10 sm:pt-14">
      <ErrorState
        level="h1"
        title="Your account could not be loaded"
        action={<Button onClick={() => location.reload()}>Retry</Button>}
      >
        This page needs your account. Please try again in a moment.
      </ErrorState>
    </div>
  )
}

/** Routes for signed-in people: a spinner while that is unknown, else /auth. */
export function SignedIn() {
  const { user, isLoading } = useAuth()
  const { hash, pathname, search } = useLocation()
  if (isLoading) return <Checking pathname={pathname} />
  if (user === undefined) return <NotChecked pathname={pathname} />
  return user ? <Outlet /> : <Navigate to="/auth" replace state={wanting(pathname + search + hash)} />
}

/** Routes for admins; others are redirected to /. Use it inside `SignedIn`. */
export function AdminsOnly() {
  const { user } = useAuth()
  return user?.isAdmin ? <Outlet /> : <Navigate to="/" replace />
}

/** Routes that only make sense for people who are not signed in. A sign-in leads to the page that they wanted. */
export function Anonymous() {
  const { user } = useAuth()
  const { state } = useLocation()
  return user ? <Navigate to={wantedPage(state)} replace /> : <Outlet />
}
