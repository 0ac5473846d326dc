import type { SiteConfig } from '../../../../domain/config.ts'
import type { Task, TaskInput } from '../../../../domain/task.ts'
import { createStore } from '../../lib/store.ts'
import { wait } from '../../lib/timers.ts'
import type { FundingChain } from '../../lib/wallet/chain.ts'
import { asWalletError, WalletError } from '../../lib/wallet/errors.ts'
import { connectedProvider, prepareWallet } from '../../lib/wallet/prepare-wallet.ts'
import { termsOf } from './escrow-terms.ts'
import { FundingError, type FundingStep, fundAndSave } from './fund-task.ts'
import { fundingStore, type PendingFunding } from './pending-funding.ts'

/** A funding in progress, or its error. It belongs to the tab: closing the dialog does not stop it. */
export interface FundingRun {
  pending: PendingFunding
  step: FundingStep
  hash: string | null
  error: FundingError | null
}

export interface FundingEvents {
  /** Saves a funded task on the server. */
  save: (pending: PendingFunding) => Promise<Task>
  onConfirmed: () => void
  onSaved: (task: Task) => void
  onTrouble: (error: FundingError) => void
}

export const pendingFundings = fundingStore(localStorage)

/** The funding of this tab: in progress or failed; null if there is none. */
export const fundingRun = createStore<FundingRun | null>(null)

/** The task that this tab has saved last, with its funding transaction. */
export const savedTask = createStore<{ task: Task; hash: string | null; refundableAt: number } | null>(null)

const openChain = async (config: SiteConfig): Promise<FundingChain> =>
  (await import('../../lib/wallet/chain.ts')).openFundingChain(config)

/** Makes a pending funding of a complete task. */
export async function newFunding(
  task: TaskInput,
  owner: { userId: string; funder: string },
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

/** Runs a new or a stored funding to its end. A tab runs one funding at a time; a task is funded by one tab at a time. */
export async function runFunding(pending: PendingFunding, config: SiteConfig, events: FundingEvents) {
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
        save: events.save,
        wait,
        onStep: (step, hash) => {
          fundingRun.set({ pending, step, hash, error: null })
          if (step === 'saving') events.onConfirmed()
        },
      }),
    )
    const hash = fundingRun.get()?.hash ?? null
    fundingRun.set(null)
    events.onSaved(task)
    savedTask.set({ task, hash, refundableAt: pending.task.escrow.refundableAt })
  } catch (reason) {
    const error = reason instanceof FundingError ? reason : new FundingError('unsure', asWalletError(reason))
    fundingRun.set({ ...(fundingRun.get() ?? { step: 'checking', hash: pending.hash }), pending, error })
    events.onTrouble(error)
  }
}

/** Prevents two tabs from asking the wallet to fund the same task. */
async function withFundingLock<T>(escrowId: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`funding ${escrowId}`, { ifAvailable: true }, (lock) => {
    if (lock) return work()
    throw new WalletError(
      'busy',
      'Another tab of yours is working on this task. Go on there, or close it first.',
    )
  })
}
