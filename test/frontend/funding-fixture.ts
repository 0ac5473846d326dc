import type { EscrowState } from '../../domain/escrow.ts'
import type { Task } from '../../domain/task.ts'
import type { FundingParts } from '../../frontend/src/features/create-task/fund-task.ts'
import { fundingStore, type PendingFunding } from '../../frontend/src/features/create-task/pending-funding.ts'

export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => {
      kept.set(key, value)
    },
  }
}

const salt = `0x${'5a'.repeat(32)}`

export const pendingFunding = (changes: Partial<PendingFunding> = {}): PendingFunding => ({
  escrowId: '0x1',
  userId: 'me',
  draft: 'task me task',
  funder: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 3636,
  task: {
    title: 'Count the benches',
    description: 'For a map.',
    requirements: 'A number.',
    category: 'Research',
    reward: 50,
    maxCompletions: 5,
    estimatedTime: 30,
    submissionType: 'text',
    reviewDays: 7,
    isActive: true,
    deadline: '2030-01-01T00:00:00.000Z',
    contractAddress: `0x${'e5'.repeat(20)}`,
    escrow: { salt, refundableAt: 1_900_000_000 },
  },
  hash: null,
  createdAt: 0,
  ...changes,
})

export const funded: EscrowState = {
  reward: 1n,
  slots: 5,
  paidCount: 0,
  closed: false,
  paidBitmap: 0n,
  owedBitmap: 0n,
}
export const saved = { id: 'a task' } as Task

/** The parts of a funding that succeeds. `changes` replaces some of them. */
export function fundingParts(changes: Partial<FundingParts['chain']> & Partial<FundingParts> = {}) {
  const calls: string[] = []
  let isFunded = false
  const { store = fundingStore(memoryStorage()), prepare, send, save, wait, onStep, ...chain } = changes
  const log =
    <A extends unknown[], T>(name: string, work: (...given: A) => Promise<T>) =>
    (...given: A) => {
      calls.push(name)
      return work(...given)
    }
  const parts: FundingParts = {
    store,
    chain: {
      escrowId: () => '0x1',
      checkFunding: async () => {},
      fund: async () => '0xhash',
      transaction: async () => 'pending',
      escrow: async () => (isFunded ? funded : null),
      ...chain,
    },
    prepare: log('prepare', prepare ?? (async () => {})),
    send: log(
      'send',
      send ??
        (async () => {
          isFunded = true
          return '0xhash'
        }),
    ),
    save: log('save', save ?? (async () => saved)),
    wait: wait ?? (async () => {}),
    onStep: (step, hash) => {
      calls.push(step)
      onStep?.(step, hash)
    },
  }
  return { parts, store, calls }
}
