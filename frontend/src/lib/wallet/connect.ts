import type { SiteConfig } from '../../../../domain/config.ts'
import { adopt, setConnecting } from './connection.ts'
import { asWalletError, WalletError, walletTexts } from './errors.ts'
import { ensureChain, offerToken } from './network.ts'
import { isMobile, requestAccounts, type Wallet } from './provider.ts'

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
