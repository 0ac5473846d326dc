import { useQuery } from '@tanstack/react-query'
import { clsx as cx } from 'clsx'
import { type ReactNode, useState } from 'react'
import type { SecurityOverview } from '../../../../domain/security.ts'
import type { SecurityEventKind } from '../../../../domain/security-events.ts'
import type { User } from '../../../../domain/user.ts'
import { formatDate, formatNumber, formatRelative } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { apiQuery } from '../../lib/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { MoreButton, useNewRows } from '../../ui/show-more.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'

const PasswordDialog = lazyComponent(() => import('./password-dialog.tsx'))

/** The user's password, sessions and security log (docs/product.md, Accounts). */
export function SecuritySection({ user }: { user: User }) {
  const query = useQuery({ ...apiQuery('GET /api/user/security'), refetchOnMount: 'always' })
  return (
    <Section id="security" title="Security" titleClass="mb-5 text-xl" className="mt-14">
      <Loaded query={query} what="your security settings" level="h3">
        {({ events, hasPassword, sessions }) => (
          <>
            <Password user={user} hasPassword={hasPassword} />
            <Sessions sessions={sessions} />
            <Activity events={events} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t py-5 last:border-b">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

function Password({ user, hasPassword }: { user: User; hasPassword: boolean }) {
  return (
    <Part
      title="Password"
      action={
        <DialogButton
          variant="secondary"
          size="sm"
          dialog={(close) => <PasswordDialog user={user} hasPassword={hasPassword} onClose={close} />}
        >
          {hasPassword ? 'Change password' : 'Set a password'}
        </DialogButton>
      }
    >
      <p className="mt-1 max-w-prose text-ink-2">
        {hasPassword
          ? 'You can sign in with your username and password.'
          : 'You have none and sign in with your wallet. With a password you can still reach your account if you lose the wallet.'}
      </p>
    </Part>
  )
}

function Sessions({ sessions }: Pick<SecurityOverview, 'sessions'>) {
  const { error, isPending, mutate, variables } = useSessionMutation('POST /api/user/sessions/end')
  const end = (id?: string) =>
    mutate(id ? { id } : {}, {
      onSuccess: () => toast({ title: id ? 'Signed out there' : 'Signed out everywhere else', tone: 'good' }),
    })
  return (
    <Part
      title="Where you are signed in"
      action={
        sessions.length > 1 && (
          <Button
            variant="secondary"
            size="sm"
            busy={isPending && !variables.id && 'Signing out…'}
            onClick={() => end()}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      <ErrorText error={error} className="mt-2" />
      <ul className="mt-3 flex flex-col gap-4">
        {sessions.map(({ createdAt, current, device, id, network, usedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {device}
                {current && <Badge tone="paid">This browser</Badge>}
              </p>
              <p className="wrap-anywhere text-ink-2 text-sm">
                {network}, {current ? 'active now' : `used ${formatRelative(usedAt, Date.now())}`}, signed in{' '}
                {formatDate(createdAt)}
              </p>
            </div>
            {!current && (
              <Button
                variant="quiet"
                size="sm"
                busy={isPending && variables.id === id && 'Signing out…'}
                onClick={() => end(id)}
              >
                Sign out<span className="sr-only"> {`${device}, ${network}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const labels: Record<SecurityEventKind, string> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Failed sign-in',
  'new-device': 'Signed in with a new device',
  'signed-out-everywhere': 'Signed out everywhere else',
  'password-changed': 'Password changed',
  'wallet-move-announced': 'Move to another wallet announced',
  'wallet-move-cancelled': 'Move to another wallet cancelled',
  'wallet-move-done': 'Wallet changed',
  'email-changed': 'E-mail address changed',
  'email-confirmed': 'E-mail address confirmed',
  exported: 'Data downloaded',
  deleted: 'Account deleted',
  'admin-granted': 'Admin rights granted',
  'admin-revoked': 'Admin rights removed',
}
/** Events that an owner should recognise. */
const notable: readonly SecurityEventKind[] = [
  'sign-in-failed',
  'new-device',
  'password-changed',
  'wallet-move-announced',
  'email-changed',
]

const eventsAtOnce = 5

function Activity({ events }: Pick<SecurityOverview, 'events'>) {
  const [count, setCount] = useState(eventsAtOnce)
  const shown = events.slice(0, count)
  const left = events.length - shown.length
  const { list, expectMore } = useNewRows(shown.length)
  const more = () => {
    expectMore()
    setCount(count + eventsAtOnce)
  }
  return (
    <Part title="Recent activity">
      <p className="mt-1 max-w-prose text-ink-2">
        If you do not recognise something here, sign out everywhere else and change your password.
      </p>
      <ul ref={list} className="mt-3 flex flex-col gap-3">
        {shown.map(({ at, device, id, kind, network }) => (
          <li key={id}>
            <p className={cx('font-semibold', notable.includes(kind) && 'text-amber')}>{labels[kind]}</p>
            <p className="wrap-anywhere text-ink-2 text-sm">
              <Time value={at} />
              {device && `, ${device}`}
              {network && `, ${network}`}
            </p>
          </li>
        ))}
      </ul>
      {events.length === 0 && <p className="mt-3 text-ink-2">Nothing yet.</p>}
      {left > 0 && <MoreButton onClick={more}>Show more, {formatNumber(left)} left</MoreButton>}
    </Part>
  )
}
