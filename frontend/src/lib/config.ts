import { createContext, use } from 'react'
import type { SiteConfig, SiteSettings } from '../../../domain/config.ts'

export const ConfigContext = createContext<SiteConfig | null>(null)

/** The configuration of a prerendered page, which does not know the contracts. */
export const withoutContracts = (settings: SiteSettings): SiteConfig => ({
  ...settings,
  tokenAddress: '',
  escrowAddress: '',
  votesAddress: '',
})

/** The site's runtime configuration. */
export function useConfig(): SiteConfig {
  const config = use(ConfigContext)
  if (!config) throw new Error('useConfig must be used within the app')
  return config
}

/** Reads `/config.json`. @throws Error if that fails */
export async function loadConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`)
  return (await response.json()) as SiteConfig
}
