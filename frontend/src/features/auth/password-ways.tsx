import { Tabs } from 'radix-ui'
import type { User } from '../../../../domain/user.ts'
import { PasswordForm } from './password-form.tsx'

const tab =
  'min-h-11 flex-1 border-transparent border-b-2 px-4 font-semibold text-ink-2 hover:text-ink data-[state=active]:border-green-ink data-[state=active]:text-ink'

interface Props {
  takesFocus?: boolean
  onSignedIn: (user: User) => void
}

/** Logging in and signing up with a password, as two tabs. */
export function PasswordWays({ takesFocus = false, onSignedIn }: Props) {
  return (
    <Tabs.Root defaultValue="login">
      <Tabs.List aria-label="With a password" className="mb-6 flex border-line border-b">
        <Tabs.Trigger value="login" className={tab}>
          Log in
        </Tabs.Trigger>
        <Tabs.Trigger value="register" className={tab}>
          Sign up
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="login">
        <PasswordForm way="login" takesFocus={takesFocus} onSignedIn={onSignedIn} />
      </Tabs.Content>
      <Tabs.Content value="register">
        <PasswordForm way="register" onSignedIn={onSignedIn} />
      </Tabs.Content>
    </Tabs.Root>
  )
}
