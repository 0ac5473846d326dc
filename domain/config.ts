import * as z from 'zod'
import { object } from './schema.ts'

/** `GET /config.json`: the browser's configuration, loaded at runtime, so that one build serves all environments. */
export const siteConfig = object(() => ({
  brand: z.string(),
  chainId: z.number(),
  rpcUrl: z.string(),
  chainName: z.string(),
  explorerUrl: z.string().nullable(),
  /** `tokenAddress` and `escrowAddress` are empty until the contracts are deployed. Until then no task can be funded. */
  tokenAddress: z.string(),
  escrowAddress: z.string(),
  /** TaxVotes, the wrapper of the token that votes. Empty if there is none. */
  votesAddress: z.string(),
  faucetUrl: z.string(),
  presaleUrl: z.string(),
  whitepaperUrl: z.string(),
  socialLinks: z.array(z.object({ label: z.string(), url: z.string() })),
  /** Local mode only: well-known test keys, offered to the page as EIP-6963 wallets. */
  demoAccounts: z
    .array(z.object({ name: z.string(), role: z.enum(['poster', 'doer', 'admin']), privateKey: z.string() }))
    .optional(),
}))

export type SiteConfig = z.infer<typeof siteConfig>

/** The part of the configuration that is known before the contracts are deployed. */
export type SiteSettings = Omit<SiteConfig, 'tokenAddress' | 'escrowAddress' | 'votesAddress'>
