import type { SignedInUser, User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { SignInPurpose, WithSession } from './session.ts'
import { connectAndSave, signInWithEthereum, useSaveWallet } from './sign-in.ts'
import { type ChooseWallet, WalletChoices } from './wallet-choices.tsx'

interface Props {
  purpose: SignInPurpose
  why: string | undefined
  /** The user who is signed in, or whose session has expired. */
  user: User | null
  withSession: WithSession
  onSignedIn: (user: SignedInUser) => void
  /** Called with the saved user, or null if the save failed. */
  onConnected: (user: User | null) => void
  onPassword: () => void
  onClose: () => void
}

const titles: Record<SignInPurpose, { title: string; description?: string }> = {
  'sign-in': {
    title: 'Sign in with your wallet',
    description: 'Your wallet is your account. If you are new, signing in creates it.',
  },
  again: { title: 'Sign in again' },
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
export function WalletDialog({
  purpose,
  why,
  user,
  withSession,
  onSignedIn,
  onConnected,
  onPassword,
  onClose,
}: Props) {
  const config = useConfig()
  const { mutateAsync } = useSaveWallet()
  const save: typeof mutateAsync = (proof) => withSession(() => mutateAsync(proof))
  const choose: ChooseWallet = async (wallet, onStep) => {
    if (purpose === 'connect') onConnected(await connectAndSave(wallet, config, user, onStep, save))
    else onSignedIn(await signInWithEthereum(wallet, config, onStep))
  }

  return (
    <Dialog
      onClose={onClose}
      size="sm"
      {...(purpose === 'connect' && user && !user.walletAddress ? linkWords : titles[purpose])}
      {...(why && { description: why })}
    >
      <WalletChoices onChoose={choose} />
      {purpose !== 'connect' && (
        <Button variant="secondary" onClick={onPassword} className="mt-3 w-full">
          Use a username and password
        </Button>
      )}
    </Dialog>
  )
}
