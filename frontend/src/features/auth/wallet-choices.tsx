import { useState } from 'react'
import type { Wallet } from '../../lib/wallet/provider.ts'
import type { SignInError, SignInStep } from './sign-in.ts'
import { asSignInError, SignInTrouble, sayTrouble } from './sign-in-trouble.tsx'
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
