import { ChevronRight, Wallet as WalletIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { discover, useWallets } from '../../lib/wallet/discovery.ts'
import { walletTexts } from '../../lib/wallet/errors.ts'
import { isMobile, type Wallet } from '../../lib/wallet/provider.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/page-states.tsx'
import type { SignInStep } from './sign-in.ts'
import { WalletHelp } from './wallet-help.tsx'

const stepLabels: Record<SignInStep, string> = {
  connecting: 'Open your wallet and agree to connect.',
  signing: 'Sign the message in your wallet. It moves no money and costs nothing.',
  verifying: 'Checking your signature…',
}

/** The wallet that is waiting for the user's answer, and for which step. */
export interface Busy {
  wallet: Wallet
  step: SignInStep
}

/** The wallets found in this browser, or help if there are none. Only one wallet at a time can be busy. */
export function WalletList({
  busyWith,
  onChoose,
}: {
  busyWith: Busy | null
  onChoose: (wallet: Wallet) => void
}) {
  const found = useWallets()
  useEffect(discover, [])
  if (found.length === 0) return <NoWallet />
  return (
    <ul className="flex flex-col gap-2">
      {found.map((wallet) => (
        <li key={wallet.info.uuid}>
          <WalletChoice
            wallet={wallet}
            step={busyWith?.wallet === wallet ? busyWith.step : null}
            disabled={busyWith !== null}
            onChoose={() => onChoose(wallet)}
          />
        </li>
      ))}
    </ul>
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
        {__LOCAL__ && !step && info.rdns.startsWith('local.demo.') && (
          <span className="block text-ink-2 text-sm">Demo wallet with test money</span>
        )}
        {step && (
          <span role="status" className="block text-ink-2 text-sm">
            {stepLabels[step]}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-ink-3" />
    </button>
  )
}

function NoWallet() {
  return (
    <>
      <ErrorState
        title="No wallet found"
        bare
        action={
          <>
            <Button onClick={discover}>Look again</Button>
            {isMobile() && <CopyPage />}
          </>
        }
      >
        {isMobile() ? walletTexts.missingOnMobile : walletTexts.missing}
      </ErrorState>
      <div className="mt-6 border-line border-t pt-5">
        <WalletHelp isOpen />
      </div>
    </>
  )
}

/** Copies the page's URL, which the user can paste into the browser of any mobile wallet. */
function CopyPage() {
  const [isCopied, setCopied] = useState(false)
  return (
    <Button
      variant="secondary"
      onClick={() => void navigator.clipboard.writeText(location.href).then(() => setCopied(true))}
    >
      {isCopied ? 'Copied. Paste it in your wallet' : 'Copy this page’s address'}
    </Button>
  )
}
