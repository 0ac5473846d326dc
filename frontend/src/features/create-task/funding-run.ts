import type { SiteConfig } from '../../../../domain/config.ts'
import type { Task, TaskInput } from '../../../../domain/task.ts'
import { wait } from '../../lib/timers.ts'
import type { FundingChain } from '../../lib/wallet/chain.ts'
import { asWalletError, WalletError } from '../../lib/wallet/errors.ts'
import { connectedProvider, prepareWallet } from '../../lib/wallet/prepare-wallet.ts'
import { termsOf } from './escrow-terms.ts'
import { FundingError, type FundingStep, fundAndSave } from './fund-task.ts'
import { fundingStore, type PendingFunding } from './pending-funding.ts'

/** A funding under way, or where it stopped. It belongs to the tab, not to the dialog: closing that does not stop it. */
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

let run: FundingRun | null = null
const listeners = new Set<() => void>()
const savedListeners = new Set<() => void>()

function become(next: FundingRun | null) {
  run = next
  for (const listener of listeners) listener()
}

export const fundingRuns = {
  current: () => run,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
  /** Calls back when a task has been saved, whichever dialog started it. */
  onSaved(listener: () => void) {
    savedListeners.add(listener)
    return () => {
      savedListeners.delete(listener)
    }
  },
  /** Puts away a run that stopped. */
  clear: () => become(null),
}

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

/** Runs a funding, new or found again, to its end. One at a time in a tab, and one tab at a time for the same task. */
export async function runFunding(pending: PendingFunding, config: SiteConfig, events: FundingEvents) {
  if (run && !run.error) return
  become({ pending, step: 'checking', hash: pending.hash, error: null })
  try {
    const chain = await openChain(config)
    const task = await alone(pending.escrowId, () =>
      fundAndSave(pendingFundings.find(pending.escrowId) ?? pending, {
        store: pendingFundings,
        chain,
        prepare: ({ funder }) => prepareWallet(funder, config),
        send: async (value) => chain.fund(connectedProvider(), termsOf(value)),
        save: events.save,
        wait,
        onStep: (step, hash) => {
          become({ pending, step, hash, error: null })
          if (step === 'saving') events.onConfirmed()
        },
      }),
    )
    become(null)
    events.onSaved(task)
    for (const listener of savedListeners) listener()
  } catch (reason) {
    const error = reason instanceof FundingError ? reason : new FundingError('unsure', asWalletError(reason))
    become({ ...(run ?? { step: 'checking', hash: pending.hash }), pending, error })
    events.onTrouble(error)
  }
}

/** Two tabs must not ask the wallet for the same task at once. */
async function alone<T>(escrowId: string, work: () => Promise<T>): Promise<T> {
  if (!navigator.locks) return work()
  return navigator.locks.request(`funding ${escrowId}`, { ifAvailable: true }, (lock) => {
    if (lock) return work()
    throw new WalletError(
      'busy',
      'Another tab of yours is working on this task. Go on there, or close it first.',
    )
  })
}
