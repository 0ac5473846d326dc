import type { SiteConfig } from '../../../../domain/config.ts'
import { wait } from '../timers.ts'
import { walletState } from './connection.ts'
import { WalletError, wrongAccount } from './errors.ts'
import { ensureChain } from './network.ts'
import { accountsOf, type Provider, sameAddress } from './provider.ts'

/** Milliseconds to wait for the page reload that follows a change of chain. */
const reloadTimeout = 3000

/** @throws WalletError when no wallet is connected */
export function connectedProvider(): Provider {
  const { wallet } = walletState()
  if (!wallet) throw new WalletError('missing', 'Connect your wallet first.')
  return wallet.provider
}

/**
 * Switches the wallet to the product's chain and checks that it shows `account`. The account is read after the switch,
 * because a switch may change it. @throws WalletError
 */
export async function prepareWallet(account: string, config: SiteConfig): Promise<void> {
  const provider = connectedProvider()
  // A change of chain reloads the page. Until then nothing may be stored, and the wallet may not be asked for anything.
  if (await ensureChain(provider, config, location.origin)) await wait(reloadTimeout)
  const [shown] = await accountsOf(provider)
  if (!shown) throw new WalletError('missing', 'Connect your wallet first.')
  if (!sameAddress(shown, account)) throw wrongAccount(shown, account)
}
