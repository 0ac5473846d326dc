import type { SiteConfig } from '../../../../domain/config.ts'
import { termsOf } from '../../../../domain/refund.ts'
import type { OwnTask } from '../../../../domain/views.ts'
import { plural } from '../../lib/format.ts'
import { wait } from '../../lib/timers.ts'
import { WalletError } from '../../lib/wallet/errors.ts'
import { connectedProvider, prepareWallet } from '../../lib/wallet/prepare-wallet.ts'

/** Milliseconds between two polls of the chain, and before polling stops. */
const pollInterval = 1500
const pollTimeout = 180_000

/**
 * Refunds a task's escrow by a transaction of the creator's wallet, and waits until the contract has closed the escrow.
 * @throws WalletError
 */
export async function refundByWallet(task: OwnTask, config: SiteConfig): Promise<void> {
  const { openFundingChain, sendRefund } = await import('../../lib/wallet/chain.ts')
  const chain = openFundingChain(config)
  const terms = termsOf(task, task.escrow)
  const isClosed = async () => (await chain.escrow(chain.escrowId(terms)))?.closed === true
  if (await isClosed()) return
  await prepareWallet(terms.funder, config)
  await sendRefund(config, connectedProvider(), terms.funder, terms)
  for (const until = Date.now() + pollTimeout; Date.now() < until; await wait(pollInterval)) {
    if (await isClosed()) return
  }
  throw new WalletError('unknown', 'The chain has not taken the refund yet. Look again in a few minutes.')
}

/** What a creator can do about the unclaimed part of the escrow. */
export type RefundOption = 'none' | 'close' | 'waiting' | 'refund' | 'returning' | 'returned'

/**
 * `now` in milliseconds. From `refundableAt` on, the creator's wallet can refund without the server. While an approved
 * reward is unpaid, the server must close the task instead, because a refund would return that reward too.
 */
export function refundOption(task: OwnTask, now: number): RefundOption {
  if (task.refund) return states[task.refund.status]
  if (task.completions >= task.maxCompletions) return 'none'
  if (now >= task.escrow.refundableAt * 1000 && !task.hasUnpaid) return 'refund'
  return 'close'
}

const states = { waiting: 'waiting', due: 'returning', paid: 'returned' } as const

/** What the refund of a closing task waits for, as 'when …'; empty if every submission is decided. */
export const refundWaitsFor = ({ undecided }: OwnTask['proofs']): string =>
  undecided > 0
    ? `${plural(undecided, 'proof')} ${undecided === 1 ? 'is' : 'are'} decided, appeals included`
    : ''
