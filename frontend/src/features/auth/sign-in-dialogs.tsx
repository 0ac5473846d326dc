import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { toast } from '../../ui/toast.ts'
import { currentUserQuery } from './current-user.ts'
import type { WalletPurpose } from './purpose.ts'
import { UsernameDialog } from './username-dialog.tsx'
import { WalletDialog } from './wallet-dialog.tsx'

interface Props {
  purpose: WalletPurpose
  returnTo: string
  onClose: () => void
}

/** The list of wallets, then for newcomers the choice of a name (spec section 4, Wallet sign-in flow). */
export default function SignInDialogs({ purpose, returnTo, onClose }: Props) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [newcomer, setNewcomer] = useState<User | null>(null)

  const arrive = () => {
    onClose()
    navigate(returnTo)
  }
  const signedIn = async ({ isFirstLogin, ...user }: SignedInUser) => {
    client.setQueryData(currentUserQuery.queryKey, user)
    // Answers fetched before are those of a stranger.
    void client.invalidateQueries({
      predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
    })
    if (isFirstLogin) return setNewcomer(user)
    toast({
      title: 'Authentication successful',
      description: `Welcome back, ${user.username}!`,
      tone: 'good',
    })
    arrive()
  }

  if (newcomer) return <UsernameDialog user={newcomer} onDone={arrive} />
  return (
    <WalletDialog
      purpose={purpose}
      onSignedIn={signedIn}
      onConnected={() => {
        toast({
          title: 'Wallet connected',
          description: 'Your wallet has been successfully connected.',
          tone: 'good',
        })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
