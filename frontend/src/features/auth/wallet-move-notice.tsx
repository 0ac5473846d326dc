import { formatDateTime, shorten } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/error-text.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from './auth.tsx'
import { useUserMutation } from './session-mutation.ts'

/** Shows an announced move of the account to another wallet on every page, and cancels it. */
export default function WalletMoveNotice() {
  const { user } = useAuth()
  const { error, isPending, mutateAsync } = useUserMutation('DELETE /api/wallet/move')
  if (!user?.walletMove) return null
  const { appliesAt, wallet } = user.walletMove
  // The new user removes this notice, and `mutate` calls nothing back after that. A refusal is shown as `error`.
  const cancel = () =>
    mutateAsync({}).then(
      () => toast({ title: 'Move cancelled', description: 'Your account keeps its wallet.', tone: 'good' }),
      () => {},
    )
  return (
    <aside aria-label="Move to another wallet" className="bg-amber-soft">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-3 py-3">
        <p className="min-w-0 flex-1 basis-72">
          <strong className="font-semibold text-amber">
            {user.walletAddress ? 'Your account moves to the wallet' : 'Your account gets the wallet'}{' '}
            <span className="whitespace-nowrap">{shorten(wallet)}</span> on {formatDateTime(appliesAt)}.
          </strong>{' '}
          {!user.walletAddress && 'It waits because your password was changed a short time ago. '}
          Rewards approved after that are paid to it. If you did not ask for this, change your password: that
          also cancels it.
          <ErrorText error={error} />
        </p>
        <Button variant="secondary" size="sm" busy={isPending && 'Cancelling…'} onClick={cancel}>
          Cancel move
        </Button>
      </div>
    </aside>
  )
}
