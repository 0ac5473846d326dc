/** `GET /config.json`: runtime configuration of the browser, one build for all environments. */
export interface SiteConfig {
  brand: string
  chainId: number
  rpcUrl: string
  chainName: string
  explorerUrl: string | null
  /** Both are empty until the contracts are deployed: then nothing can be funded yet. */
  tokenAddress: string
  escrowAddress: string
  faucetUrl: string
  presaleUrl: string
  whitepaperUrl: string
  socialLinks: { label: string; url: string }[]
  /** Local mode only: well-known test keys, announced to the page as EIP-6963 wallets. */
  demoAccounts?: { name: string; role: 'poster' | 'doer' | 'admin'; privateKey: string }[]
}
