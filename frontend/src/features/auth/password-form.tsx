import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordField, PasswordStrength } from './password-field.tsx'

type PasswordMode = 'login' | 'register'

const texts = {
  login: { button: 'Log in', busy: 'Logging in…', failed: 'Login failed' },
  register: { button: 'Sign up', busy: 'Signing up…', failed: 'Registration failed' },
} as const

const success = (mode: PasswordMode, user: User, brand: string) =>
  mode === 'login'
    ? { title: 'Login successful', description: `Welcome back, ${user.username}!` }
    : {
        title: 'Registration successful',
        description: `Welcome to ${brand}! Connect your wallet to start earning.`,
      }

interface Props {
  mode: PasswordMode
  /** The username of a user who must sign in again; empty otherwise. */
  username?: string
  /** Focuses the first empty field. */
  takesFocus?: boolean
  onSignedIn: (user: User) => void
}

/** Logs in or signs up with a username and a password. The server validates them. */
export function PasswordForm({ mode, username = '', takesFocus = false, onSignedIn }: Props) {
  const { brand } = useConfig()
  const form = useForm({ defaultValues: { username, password: '', email: '' } })
  const { register, setError, setFocus, watch } = form
  const { errors, isSubmitting } = form.formState
  const labels = texts[mode]
  const first = takesFocus ? (username ? 'password' : 'username') : null
  useEffect(() => {
    if (!first) return
    // One frame later, because the dialog first sets its own initial focus.
    const frame = requestAnimationFrame(() => setFocus(first))
    return () => cancelAnimationFrame(frame)
  }, [first, setFocus])

  const submit = form.handleSubmit(async ({ email, ...values }) => {
    try {
      const user = await call(`POST /api/${mode}`, { ...values, ...(mode === 'register' && { email }) })
      toast({ ...success(mode, user, brand), tone: 'good' })
      onSignedIn(user)
    } catch (error) {
      const reason = reasonOf(error)
      const refused = error instanceof ApiError ? error : null
      const isTaken = mode === 'register' && refused?.status === 409
      const fields = isTaken ? [{ path: 'username', message: reason }] : (refused?.errors ?? [])
      for (const { path, message } of fields.toReversed())
        setError(path as keyof typeof values, { message }, { shouldFocus: true })
      if (fields.length === 0) setError('root', { message: reason })
      toast({ title: labels.failed, description: reason, tone: 'bad', isShownInForm: true })
    }
  })

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {errors.root && (
        <Notice tone="bad" title={labels.failed}>
          {errors.root.message}
        </Notice>
      )}
      <Field
        label="Username"
        hint={
          mode === 'register' && `${limits.min}-${limits.max} characters: letters, numbers and underscores.`
        }
        error={errors.username?.message}
      >
        <Input
          {...register('username', { required: 'Required', setValueAs: trim })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {mode === 'register' && (
        <Field label="Email" optional error={errors.email?.message}>
          <Input {...register('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
      )}
      <PasswordField
        error={errors.password?.message}
        hint={
          mode === 'register' && (
            <PasswordStrength password={watch('password')} username={watch('username')} />
          )
        }
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        {...register('password', { required: 'Required' })}
      />
      <Button type="submit" busy={isSubmitting && labels.busy} className="w-full">
        {labels.button}
      </Button>
    </form>
  )
}

const trim = (text: string) => text.trim()

const tabs = [
  { value: 'login', label: 'Log in' },
  { value: 'register', label: 'Sign up' },
] as const

export function PasswordTabs({ takesFocus = false, onSignedIn }: Pick<Props, 'takesFocus' | 'onSignedIn'>) {
  const [mode, setMode] = useState<PasswordMode>('login')
  return (
    <Tabs label="With a password" tabs={tabs} value={mode} onChange={setMode}>
      <TabPanel value={mode}>
        <PasswordForm
          key={mode}
          mode={mode}
          takesFocus={takesFocus && mode === 'login'}
          onSignedIn={onSignedIn}
        />
      </TabPanel>
    </Tabs>
  )
}
