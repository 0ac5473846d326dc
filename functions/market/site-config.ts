import type { SiteConfig } from '../../domain/config.ts'
import type { Services } from '../runtime/context.ts'

/** The browser's configuration: the stage's settings and the contracts, whose addresses are empty until they are deployed. */
export async function siteConfig({ config, contracts }: Services): Promise<SiteConfig> {
  if (!config.SITE_CONFIG) throw new Error('Set SITE_CONFIG for the function that answers /config.json')
  const { token = '', escrow = '', votes = '' } = (await contracts()) ?? {}
  return { tokenAddress: token, escrowAddress: escrow, votesAddress: votes, ...config.SITE_CONFIG }
}
