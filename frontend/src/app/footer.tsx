import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { useConfig } from '../lib/config.ts'
import { useDialog } from '../lib/dialogs.ts'
import { type SiteLink, SiteLinks, socialLinks } from './site-links.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const link = 'inline-flex min-h-8 items-center text-ink-2 hover:text-ink hover:underline underline-offset-4'

const platform = [
  { label: 'Home', to: '/' },
  { label: 'Tasks', to: '/tasks' },
  { label: 'Dashboard', to: '/dashboard' },
]

export function Footer() {
  const config = useConfig()
  const { user } = useAuth()
  const create = useDialog('create')
  return (
    <footer className="mt-20 border-line border-t pt-12 pb-10 sm:mt-28">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 sm:grid-cols-[2fr_1fr_1fr]">
        <div className="max-sm:col-span-2">
          <p className="font-bold text-lg">{config.brand}</p>
          <p className="mt-2 max-w-sm text-ink-2">
            Small jobs, fair pay, proof you can check. On {config.chainName}, a test network.
          </p>
        </div>
        <Links title="Platform" links={platform}>
          <li>
            <Link {...create.link('task')} className={link}>
              Create Tasks
            </Link>
          </li>
        </Links>
        <Links
          title="Resources"
          links={[
            { label: 'About', to: '/about' },
            { label: 'Money', to: '/money' },
            { label: 'Whitepaper', href: config.whitepaperUrl },
            { label: 'Testnet Faucet', href: config.faucetUrl },
            ...socialLinks(config),
          ]}
        />
      </div>
      <div className="page mt-10 flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-3 text-sm" suppressHydrationWarning>
          © {new Date().getFullYear()} {config.brand}
        </p>
        {!user && (
          <div className={user === undefined ? 'for-guests' : undefined}>
            <ThemeSwitch />
          </div>
        )}
      </div>
    </footer>
  )
}

function Links({ title, links, children }: { title: string; links: SiteLink[]; children?: ReactNode }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-ink-3 text-sm">
        {title}
      </h2>
      <ul>
        {links
          .filter(({ to, href }) => to ?? href)
          .map((one) => (
            <li key={one.label}>
              <SiteLinks links={[one]} className={link} />
            </li>
          ))}
        {children}
      </ul>
    </nav>
  )
}
