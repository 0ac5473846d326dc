import { useState } from 'react'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import type { Wallet } from '../../lib/wallet/provider.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sessionEnded } from './in-session.ts'
import type { WalletPurpose } from './purpose.ts'
import { connectAndSave, type SignInError, type SignInStep, signInWithEthereum } from './sign-in.ts'
import { asSignInError, SignInTrouble, sayTrouble } from './sign-in-trouble.tsx'
import { type Busy, WalletList } from './wallet-list.tsx'

interface Props {
  purpose: WalletPurpose
  /** Who is, or was, signed in. */
  user: User | null
  onSignedIn: (user: SignedInUser) => void
  /** With the account as it is after its wallet was saved, if that is known. */
  onConnected: (user: User | null) => void
  onPassword: () => void
  onClose: () => void
}

const titles: Record<WalletPurpose, { title: string; description: string }> = {
  'sign-in': {
    title: 'Sign in with your wallet',
    description: 'Your wallet is your account. If you are new, signing in creates it.',
  },
  again: { title: 'Sign in again', description: sessionEnded },
  connect: {
    title: 'Connect your wallet',
    description: 'Choose the wallet that holds the account you are signed in with.',
  },
}
const linkWords = {
  title: 'Connect your wallet',
  description: 'Your rewards will be paid to it. You sign a message to show that it is yours.',
}

/** The wallets found in this browser (EIP-6963); choosing one signs in, or only connects it. */
export function WalletDialog({ purpose, user, onSignedIn, onConnected, onPassword, onClose }: Props) {
  const config = useConfig()
  const [busyWith, setBusyWith] = useState<Busy | null>(null)
  const [error, setError] = useState<SignInError | null>(null)

  const choose = async (wallet: Wallet) => {
    setError(null)
    const onStep = (step: SignInStep) => setBusyWith({ wallet, step })
    try {
      if (purpose === 'connect') onConnected(await connectAndSave(wallet, config, user, onStep))
      else onSignedIn(await signInWithEthereum(wallet, config, onStep))
    } catch (reason) {
      const trouble = asSignInError(reason)
      setError(trouble)
      sayTrouble(trouble)
    } finally {
      setBusyWith(null)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      {...(purpose === 'connect' && user && !user.walletAddress ? linkWords : titles[purpose])}
    >
      {error && <SignInTrouble error={error} />}
      <WalletList busyWith={busyWith} onChoose={(wallet) => void choose(wallet)} />
      {purpose !== 'connect' && (
        <Button variant="quiet" onClick={onPassword} className="mt-3 w-full">
          Use a username and password
        </Button>
      )}
    </Dialog>
  )
}
