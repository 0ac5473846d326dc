import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import type { SiteConfig } from '../../../../domain/config.ts'
import type { Task, TaskInput } from '../../../../domain/task.ts'
import { useConfig } from '../../lib/config.ts'
import { taskPath } from '../../lib/share.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { wait } from '../../lib/timers.ts'
import type { FundingChain } from '../../lib/wallet/chain.ts'
import { asWalletError, WalletError } from '../../lib/wallet/errors.ts'
import { connectedProvider, prepareWallet } from '../../lib/wallet/prepare-wallet.ts'
import { toast } from '../../ui/toast.ts'
import { useSessionMutation } from '../auth/session-mutation.ts'
import { termsOf } from './escrow-terms.ts'
import { FundingError, type FundingStep, fundAndSave } from './fund-task.ts'
import { toastOf } from './funding-error.tsx'
import { fundingKey, fundingStore, type PendingFunding } from './pending-funding.ts'
import { deleteFundedDraft } from './task-form-schema.ts'

/** A funding in progress, or its error. It belongs to the tab: closing the dialog does not stop it. */
export interface FundingRun {
  pending: PendingFunding
  step: FundingStep
  hash: string | null
  error: FundingError | null
}

export const pendingFundings = fundingStore(localStorage)

/** The funding of this tab: in progress or failed; null if there is none. */
export const fundingRun = createStore<FundingRun | null>(null)

/** The task that was saved while the dialog is open, with its funding transaction. */
export const savedTask = createStore<{ task: Task; hash: string | null; refundableAt: number } | null>(null)

const openChain = async (config: SiteConfig): Promise<FundingChain> =>
  (await import('../../lib/wallet/chain.ts')).openFundingChain(config)

/** Makes a pending funding of a complete task. */
export async function newFunding(
  task: TaskInput,
  owner: Pick<PendingFunding, 'draft' | 'funder' | 'userId'>,
  config: SiteConfig,
): Promise<PendingFunding> {
  const chain = await openChain(config)
  return {
    ...owner,
    escrowId: chain.escrowId(termsOf({ funder: owner.funder, task })),
    chainId: config.chainId,
    task,
    hash: null,
    createdAt: Date.now(),
  }
}

/** Whether the dialog is open, which shows the error of a funding as an alert, and the receipt. */
let isDialogOpen = false

/**
 * Runs a new or a stored funding to its end; `save` sends the task to the server. A tab runs one funding at a time; a task is
 * funded by one tab at a time.
 */
export async function runFunding(
  pending: PendingFunding,
  config: SiteConfig,
  save: (task: TaskInput) => Promise<Task>,
) {
  const current = fundingRun.get()
  if (current && !current.error) return
  fundingRun.set({ pending, step: 'checking', hash: pending.hash, error: null })
  try {
    const chain = await openChain(config)
    const task = await withFundingLock(pending.escrowId, () =>
      fundAndSave(pendingFundings.find(pending.escrowId) ?? pending, {
        store: pendingFundings,
        chain,
        prepare: ({ funder }) => prepareWallet(funder, config),
        send: async (value) => chain.fund(connectedProvider(), termsOf(value)),
        save: (value) => save(value.task),
        wait,
        onStep: (step, hash) => {
          fundingRun.set({ pending, step, hash, error: null })
          if (step === 'saving') toast(confirmed)
        },
      }),
    )
    const hash = fundingRun.get()?.hash ?? null
    fundingRun.set(null)
    toast({ title: 'Task created', description: <Created task={task} />, tone: 'good' })
    deleteFundedDraft(pending)
    if (isDialogOpen) savedTask.set({ task, hash, refundableAt: pending.task.escrow.refundableAt })
  } catch (reason) {
    const error = reason instanceof FundingError ? reason : new FundingError('unsure', asWalletError(reason))
    fundingRun.set({ ...(fundingRun.get() ?? { step: 'checking', hash: pending.hash }), pending, error })
    toast({ ...toastOf(error), isShownInForm: isDialogOpen })
  }
}

const confirmed = {
  title: 'Transaction Successful',
  description: 'Tokens have been escrowed for the task reward.',
  tone: 'good',
} as const

function Created({ task: { id, isActive, title } }: { task: Task }) {
  return (
    <>
      {`“${title}” is ${isActive ? 'live' : 'saved as a draft'}.`}{' '}
      {!isDialogOpen && (
        <Link to={taskPath(id)} className="text-link">
          View the task
        </Link>
      )}
    </>
  )
}

/** Prevents two tabs from asking the wallet to fund the same task. */
async function withFundingLock<T>(escrowId: string, work: () => Promise<T>): Promise<T> {
  // Browsers have locks only on https and localhost.
  if (!navigator.locks) return work()
  return navigator.locks.request(`funding ${escrowId}`, { ifAvailable: true }, (lock) => {
    if (lock) return work()
    throw new WalletError(
      'busy',
      'Another tab of yours is working on this task. Go on there, or close it first.',
    )
  })
}

/** This user's funding of this tab, and a function that starts or continues one. Only the dialog Create New Task uses it. */
export function useFunding(userId: string) {
  const config = useConfig()
  const { mutateAsync: save } = useSessionMutation('POST /api/tasks')
  const current = useStore(fundingRun)
  // An account that signed in earlier may have left its funding in this tab.
  const run = current?.pending.userId === userId ? current : null
  useEffect(() => {
    isDialogOpen = true
    return () => {
      isDialogOpen = false
      savedTask.set(null)
    }
  }, [])
  return { run, start: (pending: PendingFunding) => void runFunding(pending, config, save) }
}

/** This user's pending fundings, including those of other tabs. */
export function useUnsavedTasks(userId: string): PendingFunding[] {
  const { chainId } = useConfig()
  useSyncExternalStore(onFundingChange, () => localStorage.getItem(fundingKey))
  return pendingFundings.forUser(userId, chainId)
}

function onFundingChange(listener: () => void) {
  addEventListener('storage', listener)
  const stop = fundingRun.subscribe(listener)
  return () => {
    removeEventListener('storage', listener)
    stop()
  }
}
