import { Tabs } from 'radix-ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { username as limits } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TabTrigger } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toast.ts'
import {
  bodyOf,
  byField,
  type CredentialErrors,
  type Credentials,
  credentialErrors,
  noCredentials,
  type PasswordMode,
} from './credentials.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrength } from './password-strength.tsx'

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

/** Logs in or signs up with a username and a password. */
export function PasswordForm({ mode, username = '', takesFocus = false, onSignedIn }: Props) {
  const { brand } = useConfig()
  const [values, setValues] = useState<Credentials>({ ...noCredentials, username })
  const [errors, setErrors] = useState<CredentialErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const labels = texts[mode]
  const first = takesFocus ? (username ? 'password' : 'username') : null
  useEffect(() => {
    if (!first) return
    // One frame later, because the dialog first sets its own initial focus.
    const frame = requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [first])

  const change = (name: keyof Credentials) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: target.value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
  })
  const show = (found: CredentialErrors) => {
    setErrors(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const send = async () => {
    const wrong = await credentialErrors(mode, values)
    if (Object.keys(wrong).length > 0) return show(wrong)
    try {
      const user = await call(`POST /api/${mode}`, bodyOf(mode, values))
      toast({ ...success(mode, user, brand), tone: 'good' })
      onSignedIn(user)
    } catch (error) {
      const reason = reasonOf(error)
      const isTaken = mode === 'register' && error instanceof ApiError && error.status === 409
      const fields = isTaken ? { username: reason } : error instanceof ApiError ? byField(error.errors) : {}
      show(fields)
      setFailure(Object.keys(fields).length > 0 ? null : reason)
      toast({ title: labels.failed, description: reason, tone: 'bad', isShownInForm: true })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    setBusy(true)
    void send().finally(() => setBusy(false))
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && (
        <Notice tone="bad" title={labels.failed}>
          {failure}
        </Notice>
      )}
      <Field
        label="Username"
        hint={
          mode === 'register' && `${limits.min}-${limits.max} characters: letters, numbers and underscores.`
        }
        error={errors.username}
      >
        <Input {...change('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      {mode === 'register' && (
        <Field label="Email" optional error={errors.email}>
          <Input {...change('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
      )}
      <PasswordField
        error={errors.password}
        hint={
          mode === 'register' && <PasswordStrength password={values.password} username={values.username} />
        }
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        {...change('password')}
      />
      <Button type="submit" busy={isBusy && labels.busy} className="w-full">
        {labels.button}
      </Button>
    </form>
  )
}

const tab =
  'min-h-11 flex-1 border-transparent border-b-2 px-4 font-semibold text-ink-2 hover:text-ink data-[state=active]:border-green-ink data-[state=active]:text-ink'

/** Logging in and signing up with a password, as two tabs. */
export function PasswordTabs({ takesFocus = false, onSignedIn }: Pick<Props, 'takesFocus' | 'onSignedIn'>) {
  return (
    <Tabs.Root defaultValue="login">
      <Tabs.List aria-label="With a password" className="mb-6 flex border-line border-b">
        <TabTrigger value="login" className={tab}>
          Log in
        </TabTrigger>
        <TabTrigger value="register" className={tab}>
          Sign up
        </TabTrigger>
      </Tabs.List>
      <Tabs.Content value="login">
        <PasswordForm mode="login" takesFocus={takesFocus} onSignedIn={onSignedIn} />
      </Tabs.Content>
      <Tabs.Content value="register">
        <PasswordForm mode="register" onSignedIn={onSignedIn} />
      </Tabs.Content>
    </Tabs.Root>
  )
}
