import { clsx as cx } from 'clsx'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { useConfig } from '../lib/config.ts'
import { useDialog } from '../lib/dialogs.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { withQueries } from '../lib/with-queries.tsx'
import { Button, ButtonLink, buttonClass } from '../ui/button.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { accountBar } from './prefetch.ts'
import { SiteLinks, siteLinks, socialLinks } from './site-links.tsx'

const AccountBar = lazyComponent(withQueries(accountBar))

const navLink =
  'rounded px-1.5 py-2 font-medium text-ink-2 text-sm decoration-2 decoration-green-ink underline-offset-8 hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline'

export function Header() {
  const config = useConfig()
  const { user, logout } = useAuth()
  const create = useDialog('create')
  // While it is unknown who is signed in, public/theme.js shows what the last visit saw.
  const member = user === undefined && 'for-members'
  return (
    // The container's width in rem, so that a larger text size gets the menu too. Wider letters wrap the line.
    <header className="@container sticky top-0 z-30 border-line border-b bg-paper">
      <div className="flex min-h-16 flex-wrap items-center justify-end gap-x-1.5 px-4 py-1.5 sm:px-6">
        <Link
          to="/"
          className="mr-auto flex items-center gap-2.5 font-bold text-lg tracking-tight @min-[78rem]:mr-3"
        >
          <Logo className="size-8" />
          {config.brand}
        </Link>
        <nav
          aria-label="Main"
          className="hidden items-center gap-x-0.5 @min-[78rem]:mr-auto @min-[78rem]:flex"
        >
          <SiteLinks links={siteLinks(user, config)} className={navLink} arrow={false} />
        </nav>
        <div className="hidden items-center @min-[78rem]:flex">
          <SiteLinks
            links={socialLinks(config)}
            className={cx(navLink, 'min-w-7 justify-center')}
            arrow={false}
          />
        </div>
        {config.presaleUrl && (
          <ExternalLink
            href={config.presaleUrl}
            arrow={false}
            className={buttonClass('quiet', 'sm', '-mx-1 @max-[78rem]:hidden')}
          >
            Join Presale
          </ExternalLink>
        )}
        {user !== null && (
          <>
            <ButtonLink {...create.link('task')} size="sm" className={cx('max-sm:hidden', member)}>
              <Plus aria-hidden="true" className="size-4 @min-[78rem]:@max-[84rem]:hidden" />
              Create Task
            </ButtonLink>
            <Button
              variant="quiet"
              size="sm"
              className={cx('-mx-1 @max-[78rem]:hidden', member)}
              onClick={() => void logout()}
            >
              Logout
            </Button>
            <span className={cx('flex min-h-11 items-center justify-end gap-x-1.5 sm:min-w-45', member)}>
              {user && <AccountBar user={user} />}
            </span>
          </>
        )}
        {!user && (
          <span className={cx('hidden sm:block', user === undefined && 'for-guests')}>
            <SignInButton size="sm" />
          </span>
        )}
        <MobileMenu />
      </div>
    </header>
  )
}

/** The logo: a ticket with a check mark. */
function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        className="fill-green"
        d="M4 6h24a2 2 0 0 1 2 2v5a3 3 0 0 0 0 6v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-5a3 3 0 0 0 0-6V8a2 2 0 0 1 2-2z"
      />
      <path
        className="stroke-on-green"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10.5 16.5 4 4 7.500-8.500"
      />
    </svg>
  )
}
