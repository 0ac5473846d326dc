import type { SiteConfig } from '../../../../domain/config.ts'
import { wait } from '../timers.ts'
import { adopt, setConnecting, walletState } from './connection.ts'
import { asWalletError, WalletError, walletTexts, wrongAccount } from './errors.ts'
import { ensureChain, offerToken } from './network.ts'
import { accountsOf, isMobile, type Provider, requestAccounts, sameAddress, type Wallet } from './provider.ts'

/** Milliseconds to wait for the page reload that follows a change of chain. */
const reloadTimeout = 3000

/**
 * Connects a wallet: requests its account, switches it to the product's chain, offers it the token.
 * On phones a failed switch is ignored, because funding requests it again. @throws WalletError
 */
export async function connect(wallet: Wallet, config: SiteConfig): Promise<string> {
  setConnecting(true)
  try {
    const [address] = await requestAccounts(wallet.provider)
    if (!address) throw new WalletError('rejected', walletTexts.rejected)
    await ensureChain(wallet.provider, config, location.origin).catch((error: unknown) => {
      if (!isMobile()) throw error
    })
    adopt(wallet, address)
    void offerToken(wallet.provider, config, address)
    return address
  } catch (error) {
    setConnecting(false)
    throw asWalletError(error)
  }
}

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
