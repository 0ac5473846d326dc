import { useQueryClient } from '@tanstack/react-query'
import type { User } from '../../../../domain/user.ts'
import { useConfig } from '../../lib/config.ts'
import { shorten } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from './auth.tsx'
import { currentUserQuery } from './session.ts'
import { changeWallet, useSaveWallet } from './sign-in.ts'
import { type ChooseWallet, WalletChoices } from './wallet-choices.tsx'

const facts = (old: string) => [
  'Rewards approved from now on are paid to the new wallet.',
  `Rewards approved before still go to ${old}, also those that are on their way.`,
  `You sign in with the new wallet; ${old} no longer opens this account.`,
  'What is left in escrow of your tasks comes back to the wallet that funded them.',
]

/** Moves an account to another wallet, which its owner proves by signing a challenge. */
export default function ChangeWallet({ user, onClose }: { user: User; onClose: () => void }) {
  const config = useConfig()
  const client = useQueryClient()
  const { mutateAsync: save } = useSaveWallet()
  const { withSession } = useAuth()
  const before = user.walletAddress ?? ''

  const choose: ChooseWallet = async (wallet, onStep) => {
    const after = await changeWallet(wallet, config, before, onStep, (proof) =>
      withSession(() => save(proof)),
    )
    client.setQueryData(currentUserQuery.queryKey, after)
    toast({
      title: 'Wallet changed',
      description: `Your rewards are paid to ${shorten(after.walletAddress ?? '')} from now on.`,
      tone: 'good',
    })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      initialFocus="content"
      title="Change your wallet"
      description="You sign a message with the new one to show that it is yours. That costs nothing."
    >
      <ul className="mb-6 flex list-disc flex-col gap-1.5 pl-5 text-ink-2 text-sm">
        {facts(shorten(before)).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <WalletChoices onChoose={choose} />
    </Dialog>
  )
}
