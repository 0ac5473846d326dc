import type { User } from '../../../../domain/user.ts'
import { ErrorText } from '../../ui/error-text.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Section } from '../../ui/section.tsx'
import { useUserMutation } from '../auth/session-mutation.ts'

export function EmailSetting({ user }: { user: User }) {
  const { error, isPending, mutate } = useUserMutation('POST /api/user/email/notifications')
  return (
    <Section id="email-notifications" title="Notifications" titleClass="mb-2 text-xl" className="mt-14">
      {user.emailConfirmed ? (
        <Checkbox
          checked={user.emailNotifications ?? false}
          aria-busy={isPending}
          onChange={({ target }) => !isPending && mutate({ on: target.checked })}
        >
          E-mail me about reviews, payments and appeals
        </Checkbox>
      ) : (
        <p className="max-w-prose text-ink-2">
          The bell at the top of every page shows reviews, payments and appeals. To get them by e-mail too,
          add an e-mail address and confirm it.
        </p>
      )}
      <ErrorText error={error} className="mt-2" />
    </Section>
  )
}
