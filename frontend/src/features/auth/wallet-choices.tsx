import { useMutation } from '@tanstack/react-query'
import { ChevronRight, Wallet as WalletIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { discover, useWallets } from '../../lib/wallet/discovery.ts'
import { walletTexts } from '../../lib/wallet/errors.ts'
import { isMobile, type Wallet } from '../../lib/wallet/provider.ts'
import { CopyButton } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ErrorState } from '../../ui/page-states.tsx'
import { toast } from '../../ui/toast.ts'
import { asSignInError, type SignInError, type SignInStep } from './sign-in.ts'
import { WalletHelp } from './wallet-help.tsx'

/** Called when the user chooses a wallet. Its errors are shown above the list and as a toast. */
export type ChooseWallet = (wallet: Wallet, onStep: (step: SignInStep) => void) => Promise<void>

const stepLabels: Record<SignInStep, string> = {
  connecting: 'Open your wallet and agree to connect.',
  signing: 'Sign the message in your wallet. It moves no money and costs nothing.',
  verifying: 'Checking your signature…',
}

/**
 * The wallets found in this browser, or help if there are none, with the error of the last attempt. Only one wallet at a time
 * can wait for the user's answer.
 */
export function WalletChoices({ onChoose }: { onChoose: ChooseWallet }) {
  const wallets = useWallets()
  useEffect(discover, [])
  const [step, setStep] = useState<SignInStep>()
  const { error, isPending, mutate, variables } = useMutation({
    mutationFn: (wallet: Wallet) =>
      onChoose(wallet, setStep).catch((reason: unknown) => {
        throw asSignInError(reason, 'Wallet connection failed')
      }),
    onMutate: () => setStep(undefined),
    onError: ({ isDeclined, message, title }: SignInError) =>
      toast({ title, description: message, tone: isDeclined ? 'plain' : 'bad', isShownInForm: true }),
  })
  return (
    <>
      {error && (
        <Notice role="alert" tone={error.isDeclined ? 'plain' : 'bad'} title={error.title} className="mb-4">
          {error.message}
        </Notice>
      )}
      {wallets.length === 0 ? (
        <NoWallet />
      ) : (
        <ul className="flex flex-col gap-2">
          {wallets.map((wallet) => (
            <li key={wallet.info.uuid}>
              <button
                type="button"
                aria-disabled={isPending}
                onClick={() => !isPending && mutate(wallet)}
                className="flex min-h-16 w-full items-center gap-4 rounded border border-line px-4 py-3 text-left transition-colors duration-150 hover:border-line-strong hover:bg-sunk"
              >
                <WalletLabel info={wallet.info} step={isPending && variables === wallet ? step : undefined} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function WalletLabel({ info, step }: { info: Wallet['info']; step: SignInStep | undefined }) {
  return (
    <>
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
    </>
  )
}

function NoWallet() {
  return (
    <>
      <ErrorState title="No wallet found" bare action={<Button onClick={discover}>Look again</Button>}>
        {isMobile() ? walletTexts.missingOnMobile : walletTexts.missing}
        {isMobile() && (
          <CopyButton value={location.href} what="address of this page">
            {location.host}
          </CopyButton>
        )}
      </ErrorState>
      <div className="mt-6 border-line border-t pt-5">
        <WalletHelp isOpen />
      </div>
    </>
  )
}
