import { clsx as cx } from 'clsx'
import { useState } from 'react'
import { asWalletError } from '../../lib/wallet/errors.ts'
import type { Wallet } from '../../lib/wallet/provider.ts'
import { toast } from '../../ui/toast.ts'
import { SignInError, type SignInStep } from './sign-in.ts'
import { type Busy, WalletList } from './wallet-list.tsx'

/** What choosing a wallet starts; what it throws is said above the list and in a toast. */
export type ChooseWallet = (wallet: Wallet, onStep: (step: SignInStep) => void) => Promise<void>

/** The wallets found in this browser, one of which is asked at a time, and what went wrong with the last one. */
export function WalletChoices({ onChoose }: { onChoose: ChooseWallet }) {
  const [busyWith, setBusyWith] = useState<Busy | null>(null)
  const [error, setError] = useState<SignInError | null>(null)

  const choose = async (wallet: Wallet) => {
    setError(null)
    try {
      await onChoose(wallet, (step) => setBusyWith({ wallet, step }))
    } catch (reason) {
      const trouble = asSignInError(reason)
      setError(trouble)
      sayTrouble(trouble)
    } finally {
      setBusyWith(null)
    }
  }
  return (
    <>
      {error && <SignInTrouble error={error} />}
      <WalletList busyWith={busyWith} onChoose={(wallet) => void choose(wallet)} />
    </>
  )
}

/** What stopped a sign-in or the choice of a wallet; quiet when the person said no themselves. */
export function SignInTrouble({ error }: { error: SignInError }) {
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

export function sayTrouble(error: SignInError): void {
  toast({ title: error.title, description: error.message, tone: error.isDeclined ? 'plain' : 'bad' })
}

export function asSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error
  const { message } = asWalletError(error)
  return new SignInError('Wallet connection failed', message || 'Unknown error connecting wallet', error)
}
