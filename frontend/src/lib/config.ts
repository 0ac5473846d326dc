import { createContext, use } from 'react'
import type { SiteConfig } from '../../../domain/config.ts'

export const ConfigContext = createContext<SiteConfig | null>(null)

/** The site's runtime configuration, loaded before anything renders. */
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
