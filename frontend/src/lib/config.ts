import { createContext, use } from 'react'
import type { SiteConfig, SiteSettings } from '../../../domain/config.ts'

/** The site's configuration. A prerendered page does not know the contracts, which is not the same as contracts that do not exist. */
export type PageConfig = SiteConfig & { contractsUnknown?: true }

export const ConfigContext = createContext<PageConfig | null>(null)

/** The configuration of a prerendered page, which does not know the contracts. */
export const withoutContracts = (settings: SiteSettings): PageConfig => ({
  ...settings,
  contractsUnknown: true,
  tokenAddress: '',
  escrowAddress: '',
  votesAddress: '',
})

export function useConfig(): PageConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error('useConfig must be used within the app')
  return config
}

/** Reads `/config.json`, which start.ts preloads. @throws Error if that fails */
export async function loadConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { credentials: 'include' })
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`)
  return (await response.json()) as SiteConfig
}
