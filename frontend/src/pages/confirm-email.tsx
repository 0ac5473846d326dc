import { useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { setUser } from '../features/auth/session.ts'
import { ApiError, call } from '../lib/api.ts'
import { useTitle } from '../lib/page-head.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/page-states.tsx'

/** The target of the link in a confirmation mail. */
export default function ConfirmEmailPage() {
  useTitle('Confirm your e-mail address')
  const [params] = useSearchParams()
  return (
    <div className="page pt-10 sm:pt-14">
      <Confirmation token={params.get('token') ?? ''} />
    </div>
  )
}

function Confirmation({ token }: { token: string }) {
  // A query, so that the token, which works once, is sent once however often the page renders. Static: once the token was accepted, no action sends it again.
  const query = useQuery({
    queryKey: ['confirm e-mail', token],
    queryFn: () => call('POST /api/user/email/confirm', { token }),
    staleTime: 'static',
  })
  const { data, error } = query
  useEffect(() => {
    if (data) setUser(data)
  }, [data])
  const title = 'Your e-mail address is not confirmed'
  if (!data && error instanceof ApiError && error.status === 400)
    return (
      <ErrorState level="h1" title={title} action={<ButtonLink to="/profile">See your profile</ButtonLink>}>
        {error.reason}
      </ErrorState>
    )
  return (
    <Loaded
      query={query}
      what="the confirmation"
      title={title}
      level="h1"
      placeholder={<Skeleton className="h-48 w-full" />}
    >
      {({ email }) => (
        <EmptyState
          level="h1"
          icon={MailCheck}
          title="Your e-mail address is confirmed"
          action={<ButtonLink to="/profile">See your profile</ButtonLink>}
        >
          {email}
        </EmptyState>
      )}
    </Loaded>
  )
}
