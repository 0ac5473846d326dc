import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type Refund, unclaimable, unclaimed } from '../../../../domain/refund.ts'
import type { OwnTask } from '../../../../domain/views.ts'
import { ApiError, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { focusOn } from '../../lib/focus.ts'
import { formatCents, formatDate } from '../../lib/format.ts'
import { asWalletError, isRejected } from '../../lib/wallet/errors.ts'
import { TransactionHash } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { refundByWallet, refundOption, refundWaitsFor } from './refund.ts'

/** The refundable amount of a task with the action that returns it, or the state of its refund. */
export function RefundSection({ task }: { task: OwnTask }) {
  const section = useRef<HTMLDivElement>(null)
  return (
    <div ref={section}>
      {/* The button that had the focus is gone once the task is closed. */}
      <RefundState task={task} onClosed={() => focusOn(section.current)} />
    </div>
  )
}

function RefundState({ task, onClosed }: { task: OwnTask; onClosed: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  const refund = useRefundTask(task)
  const amount = formatCents(task.refund?.amount ?? unclaimed(task))
  const atOnce = unclaimable({ ...task, undecided: task.proofs.undecided })
  const rest = formatCents(unclaimed(task) - atOnce)
  const first = firstPartText(task.refund?.firstPart)
  const firstHash = task.refund?.firstPart?.transactionHash && (
    <TransactionHash value={task.refund.firstPart.transactionHash} />
  )
  const decisions = refundWaitsFor(task.proofs)
  const day = formatDate(new Date(task.escrow.refundableAt * 1000).toISOString())

  switch (refundOption(task, Date.now())) {
    case 'none':
      return null
    case 'returned':
      return (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-ink-2 text-sm">
          {first || task.refund?.amount ? 'Closed: ' : 'Closed.'}
          {first}
          {task.refund?.amount ? `${amount} came back to your wallet.` : ''}
          {firstHash}
          {task.refund?.transactionHash && <TransactionHash value={task.refund.transactionHash} />}
        </p>
      )
    case 'returning':
      return (
        <p role="status" className="py-3 text-ink-2 text-sm">
          Closed. {first}
          {task.refund?.amount
            ? `${amount} are on their way back to your wallet, also if you leave this page.`
            : ''}
        </p>
      )
    case 'waiting':
      return (
        <p role="status" className="py-3 text-ink-2 text-sm">
          Closed for new proofs. {first}The rest of the escrow, {amount} at most, returns when{' '}
          {decisions || 'the last proof is decided'}. It returns on {day} at the latest. {firstHash}
        </p>
      )
    case 'refund':
      return (
        <Row
          text={`${amount} can go back to your wallet now. Your wallet asks you and pays the network fee.`}
        >
          <Button
            variant="secondary"
            size="sm"
            busy={refund.isPending && 'Refunding…'}
            onClick={() => refund.mutate('wallet')}
          >
            Refund {amount}
          </Button>
        </Row>
      )
    case 'close':
      return isConfirming ? (
        <Row
          text={
            decisions
              ? `Close it for good? Nobody can submit proof any more. ${atOnce > 0 ? `${formatCents(atOnce)} return to your wallet at once, at no cost. ` : ''}Submitted proofs are still decided. The rest of the escrow, ${rest} at most, returns when ${decisions}.`
              : `Close it for good? Nobody can submit proof any more. ${amount} return to your wallet at no cost, at most 15 minutes after the last reward is paid.`
          }
        >
          <Button variant="quiet" size="sm" onClick={() => setConfirming(false)}>
            Keep it open
          </Button>
          <Button
            variant="danger"
            size="sm"
            busy={refund.isPending && 'Closing…'}
            // The second click of a double click on the button before must not confirm.
            onClick={({ detail }) => detail < 2 && refund.mutate('server', { onSuccess: onClosed })}
          >
            Close task
          </Button>
        </Row>
      ) : (
        <Row
          text={
            !decisions
              ? `${amount} are not claimed yet. They return to your wallet when you close this task, and on ${day} at the latest.`
              : atOnce > 0
                ? `${amount} are not claimed yet. When you close this task, ${formatCents(atOnce)} return to your wallet at once. The other ${rest} wait until ${decisions}. They return on ${day} at the latest.`
                : `${amount} are not claimed yet. If you close this task, they wait until ${decisions}. They return on ${day} at the latest.`
          }
        >
          <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
            {atOnce > 0 ? `Close and get ${formatCents(atOnce)} back` : 'Close for new proofs'}
          </Button>
        </Row>
      )
  }
}

/** A sentence about what no undecided proof can claim, or nothing. */
const firstPartText = (part: Refund['firstPart'] | undefined) =>
  part
    ? `${formatCents(part.amount)} ${part.status === 'due' ? 'are on their way' : 'came'} back to your wallet. `
    : ''

function Row({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
      <p className="min-w-0 flex-1 basis-72 text-ink-2 text-sm">{text}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

/** Closes the task through the API. With 'wallet', the creator's wallet first refunds the escrow. */
function useRefundTask(task: OwnTask) {
  const config = useConfig()
  const { mutateAsync: closeTask } = useSessionMutation('POST /api/tasks/{id}/close')
  return useMutation({
    mutationFn: async (by: 'server' | 'wallet') => {
      if (by === 'wallet') await refundByWallet(task, config)
      return closeTask({ id: task.id })
    },
    onSuccess: ({ amount, firstPart, status }) =>
      toast({
        title: 'Task closed',
        description:
          status === 'waiting'
            ? `Closed for new proofs. ${firstPartText(firstPart)}The rest of the escrow returns when the submitted proofs are decided.`
            : status === 'paid'
              ? `${formatCents(amount)} came back to your wallet.`
              : `${formatCents(amount)} are on their way back to your wallet.`,
        tone: 'good',
      }),
    onError: (error) =>
      toast({
        title: 'Not closed',
        description: error instanceof ApiError ? reasonOf(error) : asWalletError(error).message,
        tone: isRejected(error) ? 'plain' : 'bad',
      }),
  })
}
