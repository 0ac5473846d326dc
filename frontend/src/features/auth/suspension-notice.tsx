import { useAuth } from './auth.tsx'

/** Tells a suspended person why, and what they can still do. */
export default function SuspensionNotice() {
  const { user } = useAuth()
  return (
    <aside aria-label="Suspension" className="bg-red-soft">
      <div dir="auto" className="page wrap-anywhere py-3">
        <p>
          <strong className="font-semibold text-red">An admin has suspended your account.</strong> You can
          still read, close your tasks, appeal and be paid. You cannot post, submit, review, report or change
          your public profile until an admin ends the suspension.
        </p>
        <p className="mt-1">Reason: {user?.suspendedReason}</p>
      </div>
    </aside>
  )
}
