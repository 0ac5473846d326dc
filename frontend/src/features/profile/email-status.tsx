import type { User } from '../../../../domain/user.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { useSessionMutation } from '../auth/session.ts'

/** The user's e-mail address, whether it is confirmed, and a button that sends the link for that. */
export function EmailStatus({ email, emailConfirmed }: Pick<User, 'email' | 'emailConfirmed'>) {
  const { error, isPending, isSuccess, mutate } = useSessionMutation('POST /api/user/email/send')
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="inline-flex flex-wrap items-center gap-2">
          {email}
          <Badge tone={emailConfirmed ? 'paid' : 'held'}>
            {emailConfirmed ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </span>
        {!emailConfirmed && (
          <Button variant="secondary" size="sm" busy={isPending && 'Sending…'} onClick={() => mutate({})}>
            Send confirmation link
          </Button>
        )}
      </span>
      {isSuccess && !emailConfirmed && (
        <span role="status" className="mt-2 block text-ink-2 text-sm">
          We sent a link to {email}. It works for 24 hours.{' '}
          {__LOCAL__ && (
            <ExternalLink href="/mail" className="font-medium text-green-ink underline underline-offset-4">
              Local mail
            </ExternalLink>
          )}
        </span>
      )}
      <ErrorText error={error} className="mt-2 text-sm" />
    </>
  )
}
