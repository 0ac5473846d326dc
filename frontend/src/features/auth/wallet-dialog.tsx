import { ChevronRight, Wallet as WalletIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SignedInUser, User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { missingWalletText } from '../../lib/wallet/connection.ts'
import { discover } from '../../lib/wallet/discovery.ts'
import type { Wallet } from '../../lib/wallet/provider.ts'
import { asWalletError } from '../../lib/wallet/trouble.ts'
import { useWallets } from '../../lib/wallet/use-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { sessionEnded } from './in-session.ts'
import type { WalletPurpose } from './purpose.ts'
import { connectAndSave, SignInError, type SignInStep, signInWithEthereum } from './sign-in.ts'

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

const stepWords: Record<SignInStep, string> = {
  connecting: 'Open your wallet and agree to connect.',
  signing: 'Sign the message in your wallet. It moves no money and costs nothing.',
  verifying: 'Checking your signature…',
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
  const found = useWallets()
  const [busyWith, setBusyWith] = useState<{ wallet: Wallet; step: SignInStep } | null>(null)
  const [error, setError] = useState<SignInError | null>(null)
  useEffect(discover, [])

  const choose = async (wallet: Wallet) => {
    setError(null)
    const onStep = (step: SignInStep) => setBusyWith({ wallet, step })
    try {
      if (purpose === 'connect') onConnected(await connectAndSave(wallet, config, user, onStep))
      else onSignedIn(await signInWithEthereum(wallet, config, onStep))
    } catch (reason) {
      const trouble = asSignInError(reason)
      setError(trouble)
      toast({ title: trouble.title, description: trouble.message, tone: 'bad' })
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
      {error && (
        <p role="alert" className="mb-4 rounded bg-red-soft px-4 py-3 text-red">
          <strong className="block font-semibold">{error.title}</strong>
          {error.message}
        </p>
      )}
      {found.length === 0 ? (
        <NoWallet />
      ) : (
        <ul className="flex flex-col gap-2">
          {found.map((wallet) => (
            <li key={wallet.info.uuid}>
              <WalletChoice
                wallet={wallet}
                step={busyWith?.wallet === wallet ? busyWith.step : null}
                disabled={busyWith !== null}
                onChoose={() => void choose(wallet)}
              />
            </li>
          ))}
        </ul>
      )}
      {purpose !== 'connect' && (
        <Button variant="quiet" onClick={onPassword} className="mt-3 w-full">
          Use a username and password
        </Button>
      )}
    </Dialog>
  )
}

function WalletChoice({
  wallet: { info },
  step,
  disabled,
  onChoose,
}: {
  wallet: Wallet
  step: SignInStep | null
  disabled: boolean
  onChoose: () => void
}) {
  return (
    <button
      type="button"
      aria-disabled={disabled}
      onClick={() => !disabled && onChoose()}
      className="flex min-h-16 w-full items-center gap-4 rounded border border-line px-4 py-3 text-left transition-colors duration-150 hover:border-line-strong hover:bg-sunk"
    >
      {info.icon.startsWith('data:image/') ? (
        <img src={info.icon} alt="" className="size-9 shrink-0 rounded" />
      ) : (
        <WalletIcon aria-hidden="true" className="size-9 shrink-0 p-1 text-ink-2" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{info.name}</span>
        {step && (
          <span role="status" className="block text-ink-2 text-sm">
            {stepWords[step]}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
    </button>
  )
}

function NoWallet() {
  return (
    <ErrorState
      title="No wallet found"
      className="px-5 sm:px-6"
      action={<Button onClick={discover}>Look again</Button>}
    >
      {missingWalletText()}
    </ErrorState>
  )
}

function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const { message } = asWalletError(error)
  return new SignInError('Wallet connection failed', message || 'Unknown error connecting wallet', error)
}
