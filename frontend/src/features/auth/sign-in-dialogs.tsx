import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { toast } from '../../ui/toast.ts'
import { PasswordDialog } from './password-dialog.tsx'
import type { SignInPurpose, WithSession } from './session.ts'
import { currentUserQuery, useSetSignedInUser } from './session.ts'
import { UsernameDialog } from './username-dialog.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

interface Props {
  purpose: SignInPurpose
  /** Navigation target after the sign-in; null: the current page. */
  returnTo: string | null
  /** For 'again': why the user has to sign in. */
  why: string | undefined
  withSession: WithSession
  /** Called with the signed-in user, or null if the dialog was closed. */
  onClose: (user: User | null) => void
}

/** The ways to sign in, then for newcomers the choice of a name. */
export default function SignInDialogs({ purpose, returnTo, why, withSession, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const setSignedInUser = useSetSignedInUser()
  const [before] = useState(() => client.getQueryData(currentUserQuery.queryKey) ?? null)
  const [isByPassword, setByPassword] = useState(purpose === 'again' && before?.walletAddress === null)
  const [newcomer, setNewcomer] = useState<User | null>(null)

  const arrive = (user: User | null) => {
    onClose(user)
    if (returnTo !== null && returnTo !== pathname + search) navigate(returnTo)
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
  const connected = (user: User | null) => {
    if (user) client.setQueryData(currentUserQuery.queryKey, user)
    toast({
      title: 'Wallet connected',
      description: 'Your wallet has been successfully connected.',
      tone: 'good',
    })
    onClose(user)
  }

  if (newcomer) return <UsernameDialog user={newcomer} onDone={() => arrive(newcomer)} />
  if (isByPassword) {
    return (
      <PasswordDialog
        purpose={purpose}
        why={why}
        username={before?.username}
        onSignedIn={(user) => {
          setSignedInUser(user)
          arrive(user)
        }}
        onWallet={() => setByPassword(false)}
        onClose={() => onClose(null)}
      />
    )
  }
  return (
    <WalletDialog
      purpose={purpose}
      why={why}
      user={before}
      withSession={withSession}
      onSignedIn={signedIn}
      onConnected={connected}
      onPassword={() => setByPassword(true)}
      onClose={() => onClose(null)}
    />
  )
}
