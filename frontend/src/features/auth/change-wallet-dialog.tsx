import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walletMoveWait } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { formatDateTime, shorten } from '../../lib/format.ts'
import { apiQuery } from '../../lib/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { PasswordField } from './password-field.tsx'
import {
  asSignInError,
  keepConnected,
  proveAccount,
  SignInError,
  useSaveWallet,
  type WalletProof,
} from './sign-in.ts'
import { type ChooseWallet, WalletChoices } from './wallet-choices.tsx'

const facts = (old: string, isAtOnce: boolean) => [
  `Rewards approved ${isAtOnce ? 'from now on' : 'after the move'} are paid to the new wallet.`,
  `Rewards approved before still go to ${old}, also those that are on their way.`,
  `You sign in with the new wallet; ${old} no longer opens this account.`,
  'What is left in escrow of your tasks comes back to the wallet that funded them.',
  'All other sessions of this account end.',
]

const ways = [
  { value: 'both', label: 'I have both wallets' },
  { value: 'password', label: 'I lost the old one' },
] as const
type Way = (typeof ways)[number]['value']

/** Moves an account to another wallet: at once with both wallets, or after a wait with the new one and the password. */
export default function ChangeWallet({ user, onClose }: { user: User; onClose: () => void }) {
  const config = useConfig()
  const { mutateAsync: save } = useSaveWallet()
  const { data } = useQuery(apiQuery('GET /api/user/security'))
  const [way, setWay] = useState<Way>('both')
  const [password, setPassword] = useState('')
  const [next, setNext] = useState<WalletProof | null>(null)
  const before = user.walletAddress ?? ''
  const hours = walletMoveWait / 3600

  /** Returns null after the first of the two signatures. */
  const move = async (...[wallet, onStep]: Parameters<ChooseWallet>): Promise<User | null> => {
    if (way === 'both' && next) {
      const purpose = { moveTo: next.walletAddress }
      const old = await proveAccount(wallet, config, before, purpose, onStep)
      return save({ ...next, oldSignature: old.signature, oldMessage: old.message }).catch((error) => {
        setNext(null) // The server accepts a signed challenge once.
        throw error
      })
    }
    const proof = await proveAccount(wallet, config, before, { purpose: 'link' }, onStep)
    if (way === 'password') return save({ ...proof, password })
    setNext(proof)
    return null
  }

  const choose: ChooseWallet = async (...chosen) => {
    if (way === 'password' && !password)
      throw new SignInError('Password missing', 'Enter your password first.', null)
    const after = await move(...chosen).catch((error) => {
      keepConnected(before)
      throw asSignInError(error, 'Wallet not changed')
    })
    keepConnected(after?.walletAddress ?? before)
    if (after) finish(after)
  }

  const finish = (after: User) => {
    toast({
      ...(after.walletMove
        ? {
            title: 'Move announced',
            description: `Your account moves on ${formatDateTime(after.walletMove.appliesAt)}.`,
          }
        : {
            title: 'Wallet changed',
            description: `Your rewards are paid to ${shorten(after.walletAddress ?? '')} from now on.`,
          }),
      tone: 'good',
    })
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      size="sm"
      initialFocus="content"
      title="Change your wallet"
      description="You sign a message to show that a wallet is yours. That costs nothing."
    >
      <ul className="mb-6 flex list-disc flex-col gap-1.5 pl-5 text-ink-2 text-sm">
        {facts(shorten(before), way === 'both').map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <ToggleGroup label="How" choices={ways} value={way} onChange={setWay} />
      <div className="mt-4 flex flex-col gap-4">
        {way === 'both' ? (
          <p role="status">
            {next ? (
              <>
                <strong className="font-semibold">Step 2 of 2.</strong> Sign with {shorten(before)}, your
                present wallet. Your account then moves to {shorten(next.walletAddress)} at once.
              </>
            ) : (
              <>
                <strong className="font-semibold">Step 1 of 2.</strong> Choose the new wallet and sign with
                it.
              </>
            )}
          </p>
        ) : data?.hasPassword === false ? (
          <p>
            This account has no password, so only {shorten(before)} can move it. To have a second way, set a
            password under Security.
          </p>
        ) : (
          <>
            <p>
              Enter your password and sign with the new wallet. Your account then moves after {hours} hours.
              Until then every page shows the move, and you can cancel it in any browser in which you are
              signed in.
            </p>
            <PasswordField
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              autoComplete="current-password"
              error={undefined}
            />
          </>
        )}
        {(way === 'both' || data?.hasPassword !== false) && <WalletChoices onChoose={choose} />}
      </div>
    </Dialog>
  )
}
