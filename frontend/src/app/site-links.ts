import type { SiteConfig } from '../../../domain/config.ts'
import type { User } from '../../../domain/user.ts'

export interface SiteLink {
  label: string
  to: string
}

/** The header's links for this user. The external faucet link is between `first` and `others`. */
export function siteLinks(user: User | null | undefined): { first: SiteLink[]; others: SiteLink[] } {
  return {
    first: [
      { label: 'Home', to: '/' },
      { label: 'Tasks', to: '/tasks' },
    ],
    others: [
      { label: 'Leaderboard', to: '/leaderboard' },
      ...ownLinks(user),
      ...(user?.isAdmin ? [{ label: 'Admin', to: '/admin' }] : []),
    ],
  }
}

/** Pages of signed-in people. */
export function ownLinks(user: User | null | undefined): SiteLink[] {
  if (!user) return []
  return [
    { label: 'Dashboard', to: '/dashboard' },
    { label: 'Approvals', to: '/approvals' },
  ]
}

/** Social links that have a URL. */
export const socialLinks = (config: SiteConfig) => config.socialLinks.filter((link) => link.url)
