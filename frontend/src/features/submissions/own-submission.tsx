import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Submission } from '../../../../domain/submission.ts'
import type { Task } from '../../../../domain/task.ts'
import { earliestRefundableAt } from '../../../../domain/task-rules.ts'
import { formatCents, formatDate, formatDateTime } from '../../lib/format.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { promiseToDoer } from '../../lib/review-time.ts'
import { TransactionHash } from '../../ui/address.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProofSummary } from '../../ui/proof-summary.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { Receipt } from '../../ui/ticket.tsx'
import { AddWalletNotice, ConnectNotice } from '../auth/wallet-notices.tsx'

const AppealSection = lazyComponent(() => import('./appeal-form.tsx'))

const titles = {
  approved: "You've completed this task! Your submission was approved.",
  rejected: 'Your submission was rejected.',
  pending: 'Your submission is pending review.',
} as const

export function SubmissionState({ task, submission }: { task: Task; submission: Submission }) {
  const status = submission.status
  const promise = promiseToDoer(submission)
  const place = useRef<HTMLElement>(null)
  // This section replaces a form at the other end of the dialog, so it may be outside of the visible part.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={place} className="scroll-mt-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-lg">{titles[status]}</h3>
        <StatusBadge status={status} />
      </div>
      <p className="mt-1 text-ink-2 text-sm">Submitted {formatDateTime(submission.createdAt)}</p>
      <ProofSummary proof={submission} />
      {promise && (
        <div aria-live={submission.waitsFor === 'wallet' ? undefined : 'polite'} className="mt-3 font-medium">
          {submission.waitsFor === 'wallet' ? (
            <ConnectNotice>{promise}</ConnectNotice>
          ) : submission.waitsFor ? (
            <Notice>{promise}</Notice>
          ) : (
            promise
          )}
        </div>
      )}
      {status === 'pending' && (
        <p className="mt-3 max-w-prose text-ink-2">
          Whoever posted this task reviews it. Your reward of {formatCents(task.reward)} stays locked in
          escrow until at least {lockedUntil(task)}.
        </p>
      )}
      {status === 'pending' && submission.waitsFor !== 'wallet' && (
        <div className="mt-4 empty:hidden">
          <AddWalletNotice>
            You have no wallet yet. Add one before your proof is approved, so that you can be paid.
          </AddWalletNotice>
        </div>
      )}
      {submission.reviewNotes && (
        <div className="mt-4">
          <h4 className="text-ink-3 text-sm">
            {status === 'rejected' ? 'Why it was rejected' : 'What the reviewer wrote'}
          </h4>
          <RichText text={submission.reviewNotes} className="mt-1" />
        </div>
      )}
      <div className="mt-5 empty:hidden">
        <AppealSection task={task} submission={submission} />
      </div>
      {status === 'rejected' && (
        <p className="mt-4 text-ink-2">
          Each person can submit once per task.{' '}
          <Link to="/tasks" className="text-link">
            Find another task
          </Link>
        </p>
      )}
      {status === 'approved' && (
        <Receipt className="mt-5 max-w-md">
          <Money amount={task.reward} size="lg" tone={submission.transactionHash ? 'paid' : 'held'} />
          <p className="mt-2 mb-4 text-ink-2 text-sm">
            {submission.transactionHash ? (
              <>
                Paid to your wallet. Transaction <TransactionHash value={submission.transactionHash} />
              </>
            ) : (
              'On its way to your wallet, mostly within a minute. If the chain refuses the payment, an admin checks it.'
            )}
          </p>
        </Receipt>
      )}
    </section>
  )
}

/** The day before which no refund of a task's escrow is possible. */
export function lockedUntil({ deadline, reviewDays }: Pick<Task, 'deadline' | 'reviewDays'>): string {
  return formatDate(new Date(earliestRefundableAt(deadline, reviewDays) * 1000).toISOString())
}
