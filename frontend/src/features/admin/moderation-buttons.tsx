import { useState } from 'react'
import type { ModeratedSubject } from '../../../../domain/audit.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { useApiMutation } from '../../lib/mutation.ts'
import { Button } from '../../ui/button.tsx'
import { useAuth } from '../auth/auth.tsx'
import type { Action } from './reason-dialog.tsx'

const ReasonDialog = lazyComponent(() => import('./reason-dialog.tsx'))

/** The queries whose answers an admin action changes. */
const changed = [
  'GET /api/admin/audit',
  'GET /api/admin/dashboard',
  'GET /api/admin/reports',
  'GET /api/tasks',
  'GET /api/tasks/{id}',
  'GET /api/user',
] as const

/** A button for an admin action that needs a reason. `about` completes its name for assistive technology. */
function ActionButton({ action, about }: { action: Action; about: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => setOpen(true)}
        aria-label={`${action.label}: ${about}`}
      >
        {action.label}
      </Button>
      {isOpen && <ReasonDialog action={action} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Hides a task of somebody else, or shows it again. */
export function HideButton({
  task,
}: {
  task: { id: string; title: string; hidden: boolean; creatorId: string }
}) {
  const { user } = useAuth()
  const { mutateAsync } = useApiMutation('POST /api/admin/tasks/{id}/visibility', changed)
  if (task.creatorId === user?.id) return null
  const run = (reason: string) => mutateAsync({ id: task.id, hidden: !task.hidden, reason })
  return (
    <ActionButton
      about={task.title}
      action={
        task.hidden
          ? {
              label: 'Show task',
              title: 'Show this task again?',
              effect: 'Everybody sees it again, and it takes submissions if it is open.',
              run,
            }
          : {
              label: 'Hide task',
              title: 'Hide this task?',
              effect:
                'Only its creator, the people who submitted and admins still see it, with your reason. It takes no submissions. Approved rewards are paid, and the rest can be refunded.',
              isDanger: true,
              run,
            }
      }
    />
  )
}

/** Suspends another person, or ends the suspension. */
export function SuspendButton({ person }: { person: { id: string; username: string; suspended: boolean } }) {
  const { user } = useAuth()
  const { mutateAsync } = useApiMutation('POST /api/admin/users/{userId}/suspension', changed)
  if (person.id === user?.id) return null
  const run = (reason: string) => mutateAsync({ userId: person.id, suspended: !person.suspended, reason })
  return (
    <ActionButton
      about={person.username}
      action={
        person.suspended
          ? {
              label: 'End suspension',
              title: `End the suspension of ${person.username}?`,
              effect: 'This person can post, submit, review and report again.',
              run,
            }
          : {
              label: 'Suspend',
              title: `Suspend ${person.username}?`,
              effect:
                'This person sees your reason. They can sign in, read, close tasks, appeal and be paid, but not post, submit, review or report.',
              isDanger: true,
              run,
            }
      }
    />
  )
}

/** Closes a case without another action. */
export function DismissButton({ subject, about }: { subject: ModeratedSubject; about: string }) {
  const { mutateAsync } = useApiMutation('POST /api/admin/reports/dismiss', changed)
  const { id, kind } = subject
  return (
    <ActionButton
      about={about}
      action={{
        label: 'Dismiss reports',
        title: 'Dismiss these reports?',
        effect: 'The case is closed. It opens again when somebody else reports the same.',
        run: (reason) => mutateAsync({ id, kind, reason }),
      }}
    />
  )
}
