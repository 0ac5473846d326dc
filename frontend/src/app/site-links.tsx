import { clsx as cx } from 'clsx'
import { NavLink } from 'react-router-dom'
import type { SiteConfig } from '../../../domain/config.ts'
import type { User } from '../../../domain/user.ts'
import { ExternalLink } from '../ui/external-link.tsx'

/** A link within the site (`to`), or to another site (`href`), which is left out if its URL is not configured. */
export interface SiteLink {
  label: string
  to?: string
  href?: string | null | undefined
  /** Who sees the link, while it is unknown who is signed in. */
  only?: 'for-members' | 'for-admins'
}

export const siteLinks = (user: User | null | undefined, config: SiteConfig): SiteLink[] => [
  { label: 'Home', to: '/' },
  { label: 'Tasks', to: '/tasks' },
  { label: 'Faucet', href: config.faucetUrl },
  { label: 'Leaderboard', to: '/leaderboard' },
  ...ownLinks(user),
  ...(user === undefined || user?.isAdmin
    ? [{ label: 'Admin', to: '/admin', ...only(user, 'for-admins') }]
    : []),
]

const only = (user: User | null | undefined, who: 'for-members' | 'for-admins') =>
  user === undefined ? { only: who } : {}

/** Pages of signed-in people. */
export const ownLinks = (user: User | null | undefined): SiteLink[] =>
  user === null
    ? []
    : [
        { label: 'Dashboard', to: '/dashboard', ...only(user, 'for-members') },
        { label: 'Approvals', to: '/approvals', ...only(user, 'for-members') },
      ]

export const socialLinks = (config: SiteConfig): SiteLink[] =>
  config.socialLinks.map(({ label, url }) => ({ label, href: url }))

interface Props {
  links: SiteLink[]
  className: string
  /** Whether links to other sites have an arrow. */
  arrow?: boolean
  onClick?: () => void
}

/** The links one after the other. The link to the current page has `aria-current`. */
export const SiteLinks = ({ links, className, arrow = true, onClick }: Props) =>
  links.map(({ label, to, href, only }) =>
    to ? (
      <NavLink key={label} to={to} end className={cx(className, only)} onClick={onClick}>
        {label}
      </NavLink>
    ) : (
      href && (
        <ExternalLink key={label} href={href} arrow={arrow} className={className}>
          {label}
        </ExternalLink>
      )
    ),
  )
