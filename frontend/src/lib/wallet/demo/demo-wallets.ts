import { announceProvider } from 'mipd'
import type { SiteConfig } from '../../../../../domain/config.ts'
import { demoProvider } from './demo-provider.ts'

const colours = { poster: '#17533a', doer: '#7d5200', admin: '#1d1a15' }

function icon(name: string, colour: string): `data:image/${string}` {
  const letter = name.slice(0, 1)
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="700" fill="#fff" text-anchor="middle">${letter}</text></svg>`,
  )}`
}

/** Announces each demo account of local mode as a wallet (EIP-6963), so that no extension is needed. */
export function announceDemoWallets(config: SiteConfig): void {
  for (const account of config.demoAccounts ?? [])
    announceProvider({
      info: {
        uuid: crypto.randomUUID(),
        name: account.name,
        icon: icon(account.name, colours[account.role]),
        rdns: `local.demo.${account.role}`,
      },
      provider: demoProvider(account, config),
    })
}
