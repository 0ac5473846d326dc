import { type FormEvent, useId, useState } from 'react'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { reasonOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useAuth } from '../auth/auth.tsx'
import { useSessionMutation } from '../auth/session-mutation.ts'

const facts = [
  'Your profile, e-mail address, picture, sessions and security log are deleted. Nobody can restore them.',
  'Your tasks and proofs stay, without your name.',
  'Rewards that are approved, or still under review, are paid to your wallet all the same.',
  `Nobody else can take your username for ${limits.quarantineDays} days.`,
  'Close your tasks first, and wait until the rest of their money is back.',
]

/** Deletes the account, after the user has typed their name and signed in again. */
export default function LeaveDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useId()
  const { leave } = useAuth()
  const [name, setName] = useState('')
  const [isWrong, setWrong] = useState(false)
  const { error, isPending, mutate } = useSessionMutation('DELETE /api/user')
  const remove = (event: FormEvent) => {
    event.preventDefault()
    const isRight = name.trim() === user.username
    setWrong(!isRight)
    if (isRight && !isPending) mutate({}, { onSuccess: () => leave('Your account was deleted') })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Delete your account"
      initialFocus="content"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" form={form} variant="danger" busy={isPending && 'Deleting…'}>
            Delete account
          </Button>
        </>
      }
    >
      <ul className="mb-6 flex list-disc flex-col gap-1.5 pl-5 text-ink-2">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <form id={form} onSubmit={remove} noValidate className="flex flex-col gap-5">
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
        {error && (
          <p role="alert" className="font-medium text-red">
            {reasonOf(error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}
