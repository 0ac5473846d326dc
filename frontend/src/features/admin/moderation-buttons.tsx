import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ModeratedSubject } from '../../../../domain/audit.ts'
import { text } from '../../../../domain/limits.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAuth } from '../auth/auth.tsx'

interface ActionProps {
  /** The text of the button, such as 'Hide task'. */
  label: string
  title: string
  /** What happens, in one or two sentences. */
  effect: string
  isDanger?: boolean
  /** Who reads the reason. */
  hint?: string
  /** What is shown while the action runs. */
  progress?: string
  /** Completes the name of the button for assistive technology. */
  about: string
  /** @throws when the server refuses */
  /** `isClosed`: whether the dialog was closed meanwhile. */
  run: (reason: string, isClosed: () => boolean) => Promise<unknown>
}

/** A button of an admin's action, which asks for its reason. */
export function ActionButton(action: ActionProps) {
  const { about, label } = action
  return (
    <DialogButton
      size="sm"
      variant="secondary"
      className="whitespace-nowrap"
      aria-label={`${label}: ${about}`}
      dialog={(close) => <ReasonDialog {...action} onClose={close} />}
    >
      {label}
    </DialogButton>
  )
}

/** Asks for the reason of an admin action, which the audit log keeps, and runs the action. */
function ReasonDialog({
  label,
  title,
  effect,
  isDanger,
  hint = 'The audit log keeps it.',
  progress = 'Saving…',
  run,
  onClose,
}: ActionProps & { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const isClosed = useRef(false)
  const { error, isPending, mutate } = useMutation({
    mutationFn: (words: string) => run(words, () => isClosed.current),
    onSuccess: onClose,
  })
  const close = () => {
    isClosed.current = true
    onClose()
  }
  const send = () => {
    setMissing(!reason.trim())
    if (reason.trim()) mutate(reason)
  }
  return (
    <FormDialog
      title={title}
      description={effect}
      submit={label}
      busy={isPending && progress}
      isDanger={isDanger}
      error={error}
      onSubmit={send}
      onClose={close}
    >
      <Field label="Reason" hint={hint} error={isMissing ? 'Please give a reason.' : undefined}>
        <Textarea
          value={reason}
          maxLength={text.feedback}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  )
}

const hideTask = {
  label: 'Hide task',
  title: 'Hide this task?',
  effect:
    'Only its creator, the people who submitted and admins still see it, with your reason. It takes no submissions. Approved rewards are paid, and the rest can be refunded.',
  isDanger: true,
}
const showTask = {
  label: 'Show task',
  title: 'Show this task again?',
  effect: 'Everybody sees it again, and it takes submissions if it is open.',
}

interface HideProps {
  task: { id: string; title: string; hidden?: boolean | undefined; creatorId: string }
}

export function HideButton({ task: { id, title, hidden, creatorId } }: HideProps) {
  const { user } = useAuth()
  const { mutateAsync } = useApiMutation('POST /api/admin/tasks/{id}/visibility')
  if (creatorId === user?.id) return null
  const run = (reason: string) => mutateAsync({ id, hidden: !hidden, reason })
  return <ActionButton {...(hidden ? showTask : hideTask)} about={title} run={run} />
}

const suspend = (username: string) => ({
  label: 'Suspend',
  title: `Suspend ${username}?`,
  effect:
    'This person sees your reason. They can sign in, read, close tasks, appeal and be paid, but not post, submit, review or report.',
  isDanger: true,
})
const endSuspension = (username: string) => ({
  label: 'End suspension',
  title: `End the suspension of ${username}?`,
  effect: 'This person can post, submit, review and report again.',
})

interface SuspendProps {
  person: { id: string; username: string; suspended?: boolean | undefined }
}

export function SuspendButton({ person: { id, username, suspended } }: SuspendProps) {
  const { user } = useAuth()
  const { mutateAsync } = useApiMutation('POST /api/admin/users/{userId}/suspension')
  if (id === user?.id) return null
  const run = (reason: string) => mutateAsync({ userId: id, suspended: !suspended, reason })
  return <ActionButton {...(suspended ? endSuspension : suspend)(username)} about={username} run={run} />
}

const hideProfile = {
  label: 'Hide profile',
  title: 'Hide the bio and the picture of this person?',
  effect: 'Nobody else sees them. This person sees your reason and can change both meanwhile.',
  isDanger: true,
}
const showProfile = {
  label: 'Show profile',
  title: 'Show the bio and the picture of this person again?',
  effect: 'Everybody sees them again.',
}

interface HideProfileProps {
  person: { id: string; username: string; profileHidden?: boolean | undefined }
}

export function HideProfileButton({ person: { id, username, profileHidden } }: HideProfileProps) {
  const { user } = useAuth()
  const { mutateAsync } = useApiMutation('POST /api/admin/users/{userId}/visibility')
  if (id === user?.id) return null
  const run = (reason: string) => mutateAsync({ userId: id, hidden: !profileHidden, reason })
  return <ActionButton {...(profileHidden ? showProfile : hideProfile)} about={username} run={run} />
}

/** Closes a case without another action. */
export function DismissButton({ subject, about }: { subject: ModeratedSubject; about: string }) {
  const { mutateAsync } = useApiMutation('POST /api/admin/reports/dismiss')
  return (
    <ActionButton
      label="Dismiss reports"
      title="Dismiss these reports?"
      effect="The case is closed. It opens again when somebody else reports the same."
      about={about}
      run={(reason) => mutateAsync({ ...subject, reason })}
    />
  )
}
