import type { User } from '../../../../domain/user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordForm, PasswordTabs } from './password-form.tsx'
import type { SignInPurpose } from './session.ts'

interface Props {
  purpose: SignInPurpose
  why: string | undefined
  username: string | undefined
  onSignedIn: (user: User) => void
  onWallet: () => void
  onClose: () => void
}

/** Sign-in with a username and a password. */
export function PasswordDialog({ purpose, why, username, onSignedIn, onWallet, onClose }: Props) {
  const isAgain = purpose === 'again'
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title={isAgain ? 'Sign in again' : 'Sign in with a password'}
      description={why ?? (isAgain ? null : 'You can start without a wallet. To be paid, you add one later.')}
    >
      {isAgain ? (
        <PasswordForm mode="login" takesFocus {...(username && { username })} onSignedIn={onSignedIn} />
      ) : (
        <PasswordTabs takesFocus onSignedIn={onSignedIn} />
      )}
      <Button variant="quiet" onClick={onWallet} className="mt-3 w-full">
        Use a wallet instead
      </Button>
    </Dialog>
  )
}
