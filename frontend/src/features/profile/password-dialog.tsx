import { type ChangeEvent, useState } from 'react'
import type { User } from '../../../../domain/user.ts'
import { ApiError } from '../../lib/api.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordField } from '../auth/password-field.tsx'
import { PasswordStrength } from '../auth/password-strength.tsx'
import { useSessionMutation } from '../auth/session.ts'

interface Props {
  user: User
  hasPassword: boolean
  onClose: () => void
}

/** Changes the password, or sets the first one. */
export default function PasswordDialog({ user, hasPassword, onClose }: Props) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { error, isPending, mutate, reset } = useSessionMutation('POST /api/user/password', [
    'GET /api/user/security',
  ])
  const refused = error instanceof ApiError ? error : null
  const errorOf = (field: string) => refused?.errors.find(({ path }) => path === field)?.message
  const isWrong = hasPassword && refused?.status === 403
  const change = (set: (value: string) => void) => (event: ChangeEvent<HTMLInputElement>) => {
    set(event.target.value)
    if (error) reset()
  }
  const save = () => {
    const onSuccess = () => {
      toast({ title: 'Password saved', description: 'All other sessions have ended.', tone: 'good' })
      onClose()
    }
    mutate({ password, ...(hasPassword && { current }) }, { onSuccess })
  }
  return (
    <FormDialog
      title={hasPassword ? 'Change your password' : 'Set a password'}
      description="You stay signed in here. All other sessions end."
      submit="Save password"
      busy={isPending && 'Saving…'}
      error={isWrong || refused?.errors.length ? null : error}
      onSubmit={save}
      onClose={onClose}
    >
      <input type="hidden" autoComplete="username" value={user.username} readOnly />
      {hasPassword && (
        <PasswordField
          label="Present password"
          autoComplete="current-password"
          value={current}
          onChange={change(setCurrent)}
          error={isWrong ? refused.reason : errorOf('current')}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={password}
        onChange={change(setPassword)}
        hint={<PasswordStrength password={password} username={user.username} />}
        error={errorOf('password')}
      />
    </FormDialog>
  )
}
