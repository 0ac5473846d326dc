import { useState } from 'react'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useUserMutation } from './session-mutation.ts'

/** The choice of a name after a first sign-in. Skipping keeps the placeholder made from the wallet. */
export function UsernameDialog({ user, onDone }: { user: User; onDone: () => void }) {
  const { brand } = useConfig()
  const { isPending, mutate } = useUserMutation('POST /api/user/update-username')
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const trimmed = name.trim()
  const isShort = trimmed.length < limits.min

  const fail = (title: string, message: string) => {
    setError(message)
    toast({ title, description: message, tone: 'bad', isShownInForm: true })
  }
  const save = () => {
    if (isShort)
      return fail('Username too short', `Please enter a username with at least ${limits.min} characters`)
    const onSuccess = ({ username }: User) => {
      toast({
        title: 'Username set successfully!',
        description: `Welcome to ${brand}, ${username}!`,
        tone: 'good',
      })
      onDone()
    }
    const onError = (reason: Error) => {
      const named = reason instanceof ApiError && reason.errors[0]?.message
      fail('Failed to set username', named || reasonOf(reason, 'Unknown error occurred'))
    }
    mutate({ username: trimmed }, { onSuccess, onError })
  }

  return (
    <FormDialog
      title="Set Your Username"
      description="This is how others see you here. You can change it later."
      submit="Save Username"
      busy={isPending && 'Saving...'}
      isDisabled={isShort}
      cancel="Skip for now"
      onSubmit={save}
      onClose={onDone}
    >
      <Field
        label="Username"
        hint={`${limits.min}-${limits.max} characters: letters, numbers and underscores.${isShort ? ` At least ${limits.min} to save.` : ''}`}
        error={error}
      >
        <Input
          value={name}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
          // The submit button is disabled for short names, so Enter must show the reason itself.
          onKeyDown={({ key }) => key === 'Enter' && isShort && save()}
          maxLength={limits.max + 20}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={user.username}
        />
      </Field>
    </FormDialog>
  )
}
