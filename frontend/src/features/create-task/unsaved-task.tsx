import { escrowAmount } from '../../../../domain/escrow.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useWallet } from '../../lib/wallet/connection.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAuth } from '../auth/auth.tsx'
import { connectWallet } from '../auth/session.ts'
import { WrongAccountNotice } from '../auth/wallet-notices.tsx'
import { EscrowSummary } from './escrow-summary.tsx'
import { errorMessages, FundingErrorNotice } from './funding-error.tsx'
import { FundingProgress } from './funding-progress.tsx'
import { type FundingRun, fundingRun, pendingFundings } from './funding-run.tsx'
import type { PendingFunding } from './pending-funding.ts'

interface Props {
  pending: PendingFunding
  /** Null after a reload, or if another tab runs the funding. */
  run: FundingRun | null
  onContinue: () => void
  onNew: () => void
  onClose: () => void
}

/** A task that is being funded: its progress, or its error with the next action. */
export function UnsavedTask({ pending, run, onContinue, onNew, onClose }: Props) {
  const { isConnected } = useWallet()
  const { user } = useAuth()
  const { task, hash } = pending
  const isRunning = run !== null && run.error === null
  const money = run?.error?.money ?? (hash ? 'waiting' : 'unsure')
  const needsWallet = !isConnected && (money === 'unsure' || money === 'reverted')

  return (
    <Dialog
      onClose={onClose}
      initialFocus="content"
      title={isRunning ? 'Funding your task' : 'A task of yours is not saved yet'}
      description={task.title}
      footer={
        isRunning ? (
          <Button variant="quiet" onClick={onClose}>
            Continue in the background
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={onNew}>
              Write another task
            </Button>
            {needsWallet ? (
              <Button onClick={connectWallet}>Connect wallet</Button>
            ) : (
              <Button onClick={onContinue}>
                {run?.error ? errorMessages[money].action : hash ? 'Save again' : 'Continue'}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-6">
        {run?.error ? (
          <FundingErrorNotice error={run.error} />
        ) : (
          !isRunning && <FoundAgain pending={pending} />
        )}
        {isRunning && <FundingProgress step={run.step} hash={run.hash} />}
        <EscrowSummary
          reward={task.reward}
          maxCompletions={task.maxCompletions}
          refundableAt={task.escrow.refundableAt}
          isFunded={money === 'held' || (isRunning && run.step === 'saving')}
        />
        {!isRunning && user && (money === 'unsure' || money === 'reverted') && (
          <WrongAccountNotice user={user} />
        )}
        {!isRunning && money !== 'held' && money !== 'waiting' && !hash && <Discard pending={pending} />}
      </div>
    </Dialog>
  )
}

function FoundAgain({ pending }: { pending: PendingFunding }) {
  const amount = escrowAmount(pending.task)
  return (
    <p className="text-ink-2">
      {pending.hash
        ? `On ${formatDateTime(new Date(pending.createdAt).toISOString())} you sent ${amount} TAX into escrow for this task, and it was not saved. Save it again: that costs nothing and does not pay twice.`
        : `On ${formatDateTime(new Date(pending.createdAt).toISOString())} your wallet was asked for ${amount} TAX for this task, and we did not see its answer. Continue to check the chain first: if the escrow is funded, the task is saved; otherwise your wallet is asked once more. The same task can be funded only once.`}
    </p>
  )
}

/** Deletes a funding. Offered only if no transaction of it is known. */
function Discard({ pending }: { pending: PendingFunding }) {
  return (
    <details className="text-ink-2 text-sm">
      <summary className="font-medium">I did not confirm this in my wallet</summary>
      <p className="mt-2">
        Then nothing was paid, and you can delete the terms. If you did confirm, keep them: without them the
        task cannot be saved.
      </p>
      <Button
        variant="danger"
        size="sm"
        className="mt-3"
        onClick={() => {
          pendingFundings.drop(pending.escrowId)
          if (fundingRun.get()?.pending.userId === pending.userId) fundingRun.set(null)
          dispatchEvent(new Event('storage')) // The browser dispatches it in other tabs only.
        }}
      >
        Delete these terms
      </Button>
    </details>
  )
}
