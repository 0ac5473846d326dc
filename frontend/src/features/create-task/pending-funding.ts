import type { TaskInput } from '../../../../domain/task.ts'

/** A task whose escrow the wallet was asked to fund, and which is not saved yet. */
export interface PendingFunding {
  /** The escrow's id. The same terms give the same id, which can be funded only once. */
  escrowId: string
  userId: string
  funder: string
  chainId: number
  /** The name of the form's draft. */
  draft: string
  /** The body of `POST /api/tasks`, complete. */
  task: TaskInput
  /** The funding transaction, once the wallet has sent it. */
  hash: string | null
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The methods of `Storage` that the store of pending fundings uses. */
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** The name of the stored pending fundings. */
export const fundingKey = 'pending-funding'

/**
 * Pending fundings, stored by the browser from before the wallet's prompt until the task is saved. A closed tab, a crash
 * or a failed save does not lose the terms.
 */
export function fundingStore(store: Store) {
  const all = (): PendingFunding[] => {
    try {
      const stored: unknown = JSON.parse(store.getItem(fundingKey) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isPending) : []
    } catch {
      return []
    }
  }
  const others = (escrowId: string) => all().filter((pending) => pending.escrowId !== escrowId)
  return {
    /** The pending fundings of this user on this chain, newest first. */
    forUser: (userId: string, chainId: number): PendingFunding[] =>
      all()
        .filter((pending) => pending.userId === userId && pending.chainId === chainId)
        .sort((a, b) => b.createdAt - a.createdAt),
    has: (escrowId: string): boolean => all().some((pending) => pending.escrowId === escrowId),
    find: (escrowId: string): PendingFunding | undefined =>
      all().find((pending) => pending.escrowId === escrowId),
    /** Adds or replaces a pending funding. @throws Error if the browser does not store it */
    keep(pending: PendingFunding): void {
      store.setItem(fundingKey, JSON.stringify([...others(pending.escrowId), pending]))
      if (!all().some(({ escrowId }) => escrowId === pending.escrowId)) throw new Error('Not kept')
    },
    drop(escrowId: string): void {
      store.setItem(fundingKey, JSON.stringify(others(escrowId)))
    },
  }
}
export type FundingStore = ReturnType<typeof fundingStore>

function isPending(value: unknown): value is PendingFunding {
  if (typeof value !== 'object' || value === null) return false
  const { escrowId, userId, funder, chainId, task, createdAt } = value as Partial<PendingFunding>
  return (
    [escrowId, userId, funder].every((part) => typeof part === 'string') &&
    [chainId, createdAt].every((part) => typeof part === 'number') &&
    typeof task?.escrow?.salt === 'string'
  )
}
