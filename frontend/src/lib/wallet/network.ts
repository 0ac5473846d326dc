import type { SiteConfig } from '../../../../domain/config.ts'
import { chain, token } from '../../../../domain/limits.ts'
import { readStored, writeStored } from '../browser-storage.ts'
import { codeOf, WalletError, walletTexts } from './errors.ts'
import { chainIdOf, type Provider } from './provider.ts'

type ChainConfig = Pick<SiteConfig, 'chainId' | 'chainName' | 'rpcUrl' | 'explorerUrl'>

export const hexChainId = (id: number): string => `0x${id.toString(16)}`

/** Parameters of `wallet_addEthereumChain` (EIP-3085); `origin` makes a relative RPC path absolute. */
export function chainParameters(config: ChainConfig, origin: string) {
  return {
    chainId: hexChainId(config.chainId),
    chainName: config.chainName,
    nativeCurrency: {
      name: chain.nativeSymbol,
      symbol: chain.nativeSymbol,
      decimals: chain.nativeDecimals,
    },
    rpcUrls: [new URL(config.rpcUrl, origin).href],
    ...(config.explorerUrl ? { blockExplorerUrls: [config.explorerUrl] } : {}),
  }
}

/** Whether the wallet does not know the chain (EIP-3326). Some wallets say so only in the message. */
function isUnknownChain(error: unknown): boolean {
  return codeOf(error) === 4902 || (error instanceof Error && /unrecognized chain/i.test(error.message))
}

/**
 * Switches the wallet to the product's chain, and adds the chain if the wallet does not know it (EIP-3085, EIP-3326).
 * Returns whether the wallet was on another chain; then the page is about to reload.
 * @throws WalletError 'add-chain' or 'switch-chain'
 */
export async function ensureChain(provider: Provider, config: ChainConfig, origin: string): Promise<boolean> {
  const isThere = async () => (await chainIdOf(provider)) === config.chainId
  if (await isThere()) return false
  const switchChain = () =>
    provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: hexChainId(config.chainId) }],
    })
  try {
    await switchChain()
  } catch (error) {
    if (!isUnknownChain(error)) throw switchFailed(error)
    await addChain(provider, config, origin)
    // Most wallets switch when they add a chain; the others need another request.
    if (!(await isThere())) await switchChain().catch((reason) => Promise.reject(switchFailed(reason)))
  }
  if (!(await isThere())) throw switchFailed(undefined)
  return true
}

async function addChain(provider: Provider, config: ChainConfig, origin: string) {
  try {
    await provider.request({
      method: 'wallet_addEthereumChain',
      params: [chainParameters(config, origin)],
    })
  } catch (cause) {
    throw new WalletError('add-chain', walletTexts.addChain, { cause })
  }
}

const switchFailed = (cause: unknown) =>
  new WalletError('switch-chain', walletTexts.switchChain, cause === undefined ? undefined : { cause })

/**
 * Offers TAX for the wallet's list of tokens (EIP-747), once for each wallet address. A rejection or a wallet without support is
 * ignored.
 */
export async function offerToken(
  provider: Provider,
  config: Pick<SiteConfig, 'tokenAddress'>,
  address: string,
): Promise<void> {
  if (!config.tokenAddress) return
  const name = `token-offered:${config.tokenAddress.toLowerCase()}:${address.toLowerCase()}` as const
  if (readStored(name)) return
  writeStored(name, 'yes') // Without browser storage the offer is repeated.
  const options = { address: config.tokenAddress, symbol: token.symbol, decimals: token.decimals }
  const params = { type: 'ERC20', options }
  await provider.request({ method: 'wallet_watchAsset', params }).catch(() => {})
}
