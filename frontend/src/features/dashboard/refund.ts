import type { SiteConfig } from '../../../../domain/config.ts'
import { termsOf } from '../../../../domain/refund.ts'
import type { Dashboard } from '../../../../domain/views.ts'
import { WalletError } from '../../lib/wallet/trouble.ts'
import { connectedProvider, prepare } from '../create-task/funding-run.ts'

type Created = Dashboard['createdTasks'][number]

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

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
  await prepare(terms.funder, config)
  await sendRefund(config, connectedProvider(), terms.funder, terms)
  for (const until = Date.now() + patience; Date.now() < until; await wait(pollEvery)) {
    if (await isClosed()) return
  }
  throw new WalletError('unknown', 'The chain has not taken the refund yet. Look again in a few minutes.')
}
