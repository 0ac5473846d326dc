import { brand } from '../domain/brand.ts'
import type { SiteSettings } from '../domain/config.ts'
import { chain } from '../domain/limits.ts'

/** The settings of local mode. `origin`: such as http://localhost:3000; empty for the prerendered pages, which fit any port. */
export const siteSettings = (origin: string): SiteSettings => ({
  brand,
  chainId: chain.id,
  rpcUrl: `${origin}/rpc`,
  chainName: `${brand} local chain`,
  explorerUrl: null,
  faucetUrl: `${origin}/faucet`,
  presaleUrl: 'https://presale.example',
  whitepaperUrl: 'https://whitepaper.example',
  socialLinks: [
    { label: 'X', url: 'https://x.example' },
    { label: 'Discord', url: 'https://discord.example' },
  ],
})
