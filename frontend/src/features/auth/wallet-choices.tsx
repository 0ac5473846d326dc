import { clsx as cx } from 'clsx'
import { useState } from 'react'
import { asWalletError } from '../../lib/wallet/errors.ts'
import type { Wallet } from '../../lib/wallet/provider.ts'
import { toast } from '../../ui/toast.ts'
import { SignInError, type SignInStep } from './sign-in.ts'
import { type Busy, WalletList } from './wallet-list.tsx'

/** Called when the user chooses a wallet. Its errors are shown above the list and as a toast. */
export type ChooseWallet = (wallet: Wallet, onStep: (step: SignInStep) => void) => Promise<void>

/** The list of wallets with the error of the last attempt. */
export function WalletChoices({ onChoose }: { onChoose: ChooseWallet }) {
  const [busyWith, setBusyWith] = useState<Busy | null>(null)
  const [error, setError] = useState<SignInError | null>(null)

  const choose = async (wallet: Wallet) => {
    setError(null)
    try {
      await onChoose(wallet, (step) => setBusyWith({ wallet, step }))
    } catch (reason) {
      const failure = asSignInError(reason)
      setError(failure)
      showSignInError(failure)
    } finally {
      setBusyWith(null)
    }
  }
  return (
    <>
      {error && <SignInErrorNotice error={error} />}
      <WalletList busyWith={busyWith} onChoose={(wallet) => void choose(wallet)} />
    </>
  )
}

/** The error of a sign-in; not in red if the user rejected the request. */
export function SignInErrorNotice({ error }: { error: SignInError }) {
  return (
    <p
      role="alert"
      className={cx(
        'mb-4 rounded px-4 py-3',
        error.isDeclined ? 'bg-sunk text-ink-2' : 'bg-red-soft text-red',
      )}
    >
      <strong className="block font-semibold">{error.title}</strong>
      {error.message}
    </p>
  )
}

export function showSignInError(error: SignInError): void {
  toast({
    title: error.title,
    description: error.message,
    tone: error.isDeclined ? 'plain' : 'bad',
    isShownInForm: true,
  })
}

export function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const { message } = asWalletError(error)
  return new SignInError('Wallet connection failed', message || 'Unknown error connecting wallet', error)
}
