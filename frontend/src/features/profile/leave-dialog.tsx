import { useState } from 'react'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useAuth } from '../auth/auth.tsx'
import { useSessionMutation } from '../auth/session-mutation.ts'

const facts = [
  'Your profile, e-mail address, picture, sessions and security log are deleted. Copies are kept for at most 35 days.',
  'Your tasks and proofs stay, without your name.',
  'Rewards that are approved, or still under review, are paid to your wallet all the same.',
  `Nobody else can take your username for ${limits.quarantineDays} days.`,
  'Close your tasks first, and wait until the rest of their money is back.',
]

/** Deletes the account, after the user has typed their name and signed in again. */
export default function LeaveDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { leave } = useAuth()
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { error, isPending, mutate } = useSessionMutation('DELETE /api/user')
  const remove = () => {
    const isRight = name.trim() === user.username
    setWrong(!isRight)
    if (isRight) mutate({}, { onSuccess: () => leave('Your account was deleted') })
  }
  return (
    <FormDialog
      title="Delete your account"
      intro={
        <ul className="mb-6 flex list-disc flex-col gap-1.5 pl-5 text-ink-2">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      }
      submit="Delete account"
      busy={isPending && 'Deleting…'}
      isDanger
      cancel="Keep my account"
      error={error}
      onSubmit={remove}
      onClose={onClose}
    >
      <Field
        label={`Type ${user.username} to confirm`}
        error={isWrong ? 'This is not your username.' : undefined}
      >
        <Input
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setWrong(false)
          }}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </FormDialog>
  )
}
