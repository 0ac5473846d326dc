import { useAuth } from './auth.tsx'

/** Tells a suspended person why, and what they can still do. */
export function SuspensionNotice() {
  const { user } = useAuth()
  if (!user?.suspended) return null
  return (
    <aside aria-label="Suspension" className="bg-red-soft">
      <p className="page wrap-anywhere py-3">
        <strong className="font-semibold text-red">An admin has suspended your account.</strong> Reason:{' '}
        {user.suspendedReason} You can still read, close your tasks, appeal and be paid. You cannot post,
        submit, review or report until an admin ends the suspension.
      </p>
    </aside>
  )
}
