import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { Spinner } from '../ui/page-states.tsx'

/** Routes for signed-in people: a spinner while that is unknown, else /auth. */
export function SignedIn() {
  const { user, isLoading } = useAuth()
  const { pathname } = useLocation()
  if (isLoading) return <Spinner label="Checking whether you are signed in…" />
  return user ? <Outlet /> : <Navigate to="/auth" replace state={{ wanted: pathname }} />
}

/** Routes for admins; others are redirected to /. Use it inside `SignedIn`. */
export function AdminsOnly() {
  const { user } = useAuth()
  return user?.isAdmin ? <Outlet /> : <Navigate to="/" replace />
}

/** Routes that only make sense for people who are not signed in. */
export function Anonymous() {
  const { user } = useAuth()
  return user ? <Navigate to="/" replace /> : <Outlet />
}
