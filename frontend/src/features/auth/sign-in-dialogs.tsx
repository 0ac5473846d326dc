import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordForm, PasswordTabs } from './password-form.tsx'
import { type SignInRequest, session } from './session.ts'
import { setSignedInUser } from './session-mutation.ts'
import { connectAndSave, SignInError, signInWithEthereum, useSaveWallet } from './sign-in.ts'
import { UsernameDialog } from './username-dialog.tsx'
import { type ChooseWallet, WalletChoices } from './wallet-choices.tsx'

interface Props {
  request: SignInRequest
  /** Called with the signed-in user, or null if the dialog was closed. */
  onClose: (user: User | null) => void
}

const headings = {
  'sign-in': {
    title: 'Sign in with your wallet',
    description: 'Your wallet is your account. If you are new, signing in creates it.',
  },
  again: { title: 'Sign in again', description: null },
  connect: {
    title: 'Connect your wallet',
    description: 'Choose the wallet that holds the account you are signed in with.',
  },
  add: {
    title: 'Connect your wallet',
    description: 'Your rewards will be paid to it. You sign a message to show that it is yours.',
  },
  password: {
    title: 'Sign in with a password',
    description: 'You can start without a wallet. To be paid, you add one later.',
  },
}

/** The ways to sign in, or to connect a wallet; then for newcomers the choice of a name. */
export default function SignInDialogs({ request: { purpose, returnTo, why }, onClose }: Props) {
  const config = useConfig()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { mutateAsync: save } = useSaveWallet()
  /** The user who is signed in, or whose session has expired. */
  const [before] = useState(() => session.get().user ?? null)
  const [isByPassword, setByPassword] = useState(purpose === 'again' && before?.walletAddress === null)
  const isNewWallet = purpose === 'connect' && before?.walletAddress === null
  const [password, setPassword] = useState('')
  const [newcomer, setNewcomer] = useState<User | null>(null)

  const arrive = (user: User) => {
    onClose(user)
    if (returnTo !== null && returnTo !== pathname + search) navigate(returnTo)
  }
  const arriveByPassword = (user: User) => {
    setSignedInUser(user)
    arrive(user)
  }
  const signedIn = ({ isFirstLogin, ...user }: SignedInUser) => {
    setSignedInUser(user)
    if (isFirstLogin && purpose === 'sign-in') return setNewcomer(user)
    toast({
      title: 'Authentication successful',
      description: `Welcome back, ${user.username}!`,
      tone: 'good',
    })
    arrive(user)
  }
  /** `user` is null if the connected wallet could not be saved. */
  const connected = (user: User | null) => {
    toast({
      ...(user?.walletMove && !user.walletAddress
        ? {
            title: 'Wallet not linked yet',
            description: `Your password was changed a short time ago, so the wallet is linked on ${formatDateTime(user.walletMove.appliesAt)}.`,
          }
        : { title: 'Wallet connected', description: 'Your wallet has been successfully connected.' }),
      tone: 'good',
    })
    onClose(user)
  }
  const choose: ChooseWallet = async (wallet, onStep) => {
    if (isNewWallet && !password)
      throw new SignInError('Password missing', 'Enter your password first.', null)
    const saveWith: typeof save = (proof) => save({ ...proof, ...(isNewWallet && { password }) })
    if (purpose === 'connect') connected(await connectAndSave(wallet, config, before, onStep, saveWith))
    else signedIn(await signInWithEthereum(wallet, config, onStep))
  }

  if (newcomer) return <UsernameDialog user={newcomer} onDone={() => arrive(newcomer)} />
  const heading = isByPassword && purpose !== 'again' ? 'password' : isNewWallet ? 'add' : purpose
  return (
    <Dialog
      key={isByPassword ? 'password' : 'wallet'}
      onClose={() => onClose(null)}
      size="sm"
      title={headings[heading].title}
      description={why ?? headings[heading].description}
    >
      {isNewWallet && (
        <div className="mb-4">
          <PasswordField
            label="Your password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            autoComplete="current-password"
            error={undefined}
          />
        </div>
      )}
      {!isByPassword ? (
        <WalletChoices onChoose={choose} />
      ) : purpose === 'again' ? (
        <PasswordForm
          mode="login"
          takesFocus
          {...(before && { username: before.username })}
          onSignedIn={arriveByPassword}
        />
      ) : (
        <PasswordTabs takesFocus onSignedIn={arriveByPassword} />
      )}
      {purpose !== 'connect' && (
        <Button
          variant={isByPassword ? 'quiet' : 'secondary'}
          onClick={() => setByPassword(!isByPassword)}
          className="mt-3 w-full"
        >
          {isByPassword ? 'Use a wallet instead' : 'Use a username and password'}
        </Button>
      )}
    </Dialog>
  )
}
