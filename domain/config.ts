/** `GET /config.json`: the browser's configuration, loaded at runtime, so that one build serves all environments. */
export interface SiteConfig {
  brand: string
  chainId: number
  rpcUrl: string
  chainName: string
  explorerUrl: string | null
  /** `tokenAddress` and `escrowAddress` are empty until the contracts are deployed. Until then no task can be funded. */
  tokenAddress: string
  escrowAddress: string
  /** TaxVotes, the wrapper of the token that votes. Empty if there is none. */
  votesAddress: string
  faucetUrl: string
  presaleUrl: string
  whitepaperUrl: string
  socialLinks: { label: string; url: string }[]
  /** Local mode only: well-known test keys, offered to the page as EIP-6963 wallets. */
  demoAccounts?: { name: string; role: 'poster' | 'doer' | 'admin'; privateKey: string }[]
}
