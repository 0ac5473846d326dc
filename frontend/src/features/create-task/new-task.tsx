import { useCallback, useState } from 'react'
import { ApiError, call } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { useTokenBalance } from '../../lib/wallet/balance.ts'
import { useWallet } from '../../lib/wallet/connection.ts'
import { asWalletError } from '../../lib/wallet/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useAuth } from '../auth/auth.tsx'
import { connectWallet } from '../auth/session.ts'
import { withSession } from '../auth/session-mutation.ts'
import { WrongAccountNotice } from '../auth/wallet-notices.tsx'
import { EscrowSummary } from './escrow-summary.tsx'
import { randomSalt, timingOf } from './escrow-terms.ts'
import type { FundingError } from './fund-task.ts'
import { FundingErrorNotice } from './funding-error.tsx'
import { fundingRun, newFunding } from './funding-run.tsx'
import type { PendingFunding } from './pending-funding.ts'
import { TaskFields } from './task-fields.tsx'
import { emptyTask, type TaskFields as Fields, reviewDaysOf, useTaskForm } from './task-form-schema.ts'

interface Props {
  /** The name of the form's draft. */
  draft: string
  /** Why the last attempt failed before a transaction was sent. */
  error: FundingError | null
  onFund: (pending: PendingFunding) => void
  onClose: () => void
}

/** The form of a new task, with the amount that goes into escrow. */
export function NewTask({ draft, error, onFund, onClose }: Props) {
  const config = useConfig()
  const { user } = useAuth()
  const { isConnected } = useWallet()
  const balance = useTokenBalance(user?.walletAddress)
  const [refusal, setRefusal] = useState<string | null>(null)
  // An error is about the input that was sent, so a change removes it.
  const clearError = useCallback(() => {
    setRefusal(null)
    if (fundingRun.get()?.error?.money === 'untouched') fundingRun.set(null)
  }, [])
  const form = useTaskForm(draft, emptyTask, clearError)
  const { watch, formState } = form
  const [reward, maxCompletions, deadline] = watch(['reward', 'maxCompletions', 'deadline'])

  const fund = async ({ deadline: day, ...fields }: Fields) => {
    setRefusal(null)
    if (!user?.walletAddress || !isConnected) return connectWallet()
    const timing = timingOf(day, fields.reviewDays, Date.now())
    try {
      // Without a valid session the funded task could not be saved.
      await withSession(() => call('GET /api/user'))
      const pending = await newFunding(
        {
          ...fields,
          deadline: timing.deadline,
          contractAddress: config.escrowAddress,
          escrow: { salt: randomSalt(), refundableAt: timing.refundableAt },
        },
        { draft, userId: user.id, funder: user.walletAddress },
        config,
      )
      onFund(pending)
    } catch (reason) {
      const message = reason instanceof ApiError ? reason.reason : asWalletError(reason).message
      setRefusal(message)
      toast({ title: 'Failed to create task', description: message, tone: 'bad', isShownInForm: true })
    }
  }

  const total = watch('reward') * watch('maxCompletions')
  return (
    <Dialog
      onClose={onClose}
      title="Create New Task"
      description="You fund it now; the escrow pays each person whose work you approve."
      // After a failed funding, a key must not change the form.
      initialFocus={error ? 'submit' : 'first'}
      footerPanel={
        <div className="flex flex-col gap-3">
          {!config.escrowAddress && (
            <Notice>Tasks can’t be funded yet: the escrow contract is still to be deployed.</Notice>
          )}
          {user && <WrongAccountNotice user={user} />}
          {refusal ? <Notice tone="bad">{refusal}</Notice> : error && <FundingErrorNotice error={error} />}
        </div>
      }
      footer={
        <>
          {total > 0 && (
            <p className="mr-auto text-ink-2 text-sm">
              In all <Money amount={total} />
            </p>
          )}
          <Button
            type="submit"
            form="new-task"
            size="lg"
            disabled={!config.escrowAddress}
            busy={formState.isSubmitting && 'Preparing…'}
            className="w-full sm:w-auto"
          >
            {!isConnected || !user?.walletAddress
              ? 'Connect wallet to fund'
              : watch('isActive')
                ? 'Fund and create task'
                : 'Fund and save draft'}
          </Button>
        </>
      }
    >
      <form
        id="new-task"
        noValidate
        className="flex flex-col gap-7"
        onSubmit={(event) => void form.handleSubmit(fund)(event)}
      >
        <TaskFields form={form} />
        <EscrowSummary
          reward={reward}
          maxCompletions={maxCompletions}
          refundableAt={timingOf(deadline, reviewDaysOf(watch('reviewDays')), Date.now()).refundableAt}
          balance={balance}
        />
      </form>
    </Dialog>
  )
}
