import type { SiteConfig } from '../../../domain/config.ts'
import type { User } from '../../../domain/user.ts'

export interface SiteLink {
  label: string
  to: string
}

/** The site's own pages that this person can reach. */
export function siteLinks(user: User | null | undefined): SiteLink[] {
  const links = [
    { label: 'Home', to: '/' },
    { label: 'Tasks', to: '/tasks' },
    { label: 'Leaderboard', to: '/leaderboard' },
  ]
  return user ? [...links, { label: 'Dashboard', to: '/dashboard' }] : links
}

/** Social links that have an address. */
export const socialLinks = (config: SiteConfig) => config.socialLinks.filter((link) => link.url)
