import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { wantedPage, wanting } from '../lib/wanted-page.ts'
import { Spinner } from '../ui/page-states.tsx'

/** Routes for signed-in people: a spinner while that is unknown, else /auth. */
export function SignedIn() {
  const { user, isLoading } = useAuth()
  const { hash, pathname, search } = useLocation()
  if (isLoading) return <Spinner label="Checking whether you are signed in…" />
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
