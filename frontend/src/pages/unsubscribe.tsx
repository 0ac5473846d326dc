import { useMutation } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { call } from '../lib/api.ts'
import { useTitle } from '../lib/page-head.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorText } from '../ui/error-text.tsx'
import { EmptyState } from '../ui/page-states.tsx'

/** The target of the link in every notification mail. It needs no session. */
export default function UnsubscribePage() {
  useTitle('Stop e-mail notifications')
  const { hash } = useLocation()
  const { error, isPending, isSuccess, mutate } = useMutation({
    mutationFn: () => call('POST /api/unsubscribe/{token}', { token: decodeURIComponent(hash.slice(1)) }),
  })
  return (
    <div className="page pt-10 sm:pt-14">
      <EmptyState
        level="h1"
        icon={BellOff}
        title={isSuccess ? 'You get no more e-mail notifications' : 'Stop e-mail notifications?'}
        action={
          isSuccess ? (
            <ButtonLink to="/profile">See your profile</ButtonLink>
          ) : (
            <>
              <Button busy={isPending && 'Stopping…'} onClick={() => mutate()}>
                Stop e-mail notifications
              </Button>
              {error && (
                <ButtonLink to="/profile" variant="secondary">
                  See your profile
                </ButtonLink>
              )}
            </>
          )
        }
      >
        {isSuccess
          ? 'You can turn them on again on your profile.'
          : 'We then send you no more mail about reviews, payments and appeals. The bell on this site still shows them.'}
        <ErrorText error={error} className="mt-3" />
      </EmptyState>
    </div>
  )
}
