import type { SiteConfig } from '../../../../domain/config.ts'
import { termsOf } from '../../../../domain/refund.ts'
import type { Dashboard } from '../../../../domain/views.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { wait } from '../../lib/timers.ts'
import { WalletError } from '../../lib/wallet/errors.ts'
import { connectedProvider, prepareWallet } from '../../lib/wallet/prepare-wallet.ts'

type Created = Dashboard['createdTasks'][number]

/** Milliseconds between two looks at the chain, and how long a refund may take until we stop looking. */
const pollEvery = 1500
const patience = 180_000

/**
 * Has the contract return what is left to the creator, by the creator's own wallet, and waits until it has.
 * @throws WalletError
 */
export async function refundByWallet(task: Created, config: SiteConfig): Promise<void> {
  const { openFundingChain, sendRefund } = await import('../../lib/wallet/chain.ts')
  const chain = openFundingChain(config)
  const terms = termsOf(task, task.escrow)
  const isClosed = async () => (await chain.escrow(chain.escrowId(terms)))?.closed === true
  if (await isClosed()) return
  await prepareWallet(terms.funder, config)
  await sendRefund(config, connectedProvider(), terms.funder, terms)
  for (const until = Date.now() + patience; Date.now() < until; await wait(pollEvery)) {
    if (await isClosed()) return
  }
  throw new WalletError('unknown', 'The chain has not taken the refund yet. Look again in a few minutes.')
}

/** What a creator can do about the money that nobody has claimed. */
export type Way = 'none' | 'review-first' | 'close' | 'refund' | 'returning' | 'returned'

/**
 * `now` in milliseconds. From the refund time on the creator's own wallet does it, which needs nobody else; but not while
 * a reward is still on its way: the contract would give that back too, so the server closes the task after it.
 */
export function wayBack(task: Created, now: number): Way {
  if (task.refund) return task.refund.status === 'paid' ? 'returned' : 'returning'
  if (task.completions >= task.maxCompletions) return 'none'
  const paid = task.submissions.filter(({ transactionHash }) => transactionHash).length
  if (now >= task.escrow.refundableAt * 1000 && paid >= task.completions) return 'refund'
  return task.submissions.some(({ status }) => (status ?? 'pending') === 'pending') ? 'review-first' : 'close'
}

/** Closes a task and returns the rest of its escrow to its funder. */
export const useCloseTask = () =>
  useApiMutation('POST /api/tasks/{id}/close', [
    'GET /api/tasks',
    'GET /api/tasks/{id}',
    'GET /api/dashboard',
    'GET /api/admin/dashboard',
    'GET /api/admin/money',
    'balance',
  ])
