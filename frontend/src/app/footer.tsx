import { Link } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { useConfig } from '../lib/config.ts'
import { opened, useDialog } from '../lib/dialogs.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { socialLinks } from './site-links.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const link = 'inline-flex min-h-8 items-center text-ink-2 hover:text-ink hover:underline underline-offset-4'

/** The footer of every page. */
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
        <nav aria-labelledby="footer-platform">
          <h2 id="footer-platform" className="mb-2 text-ink-3 text-sm">
            Platform
          </h2>
          <ul>
            <li>
              <Link to="/" className={link}>
                Home
              </Link>
            </li>
            <li>
              <Link to="/tasks" className={link}>
                Tasks
              </Link>
            </li>
            <li>
              <Link to="/dashboard" className={link}>
                Dashboard
              </Link>
            </li>
            <li>
              <Link to={create.to('task')} state={opened} className={link}>
                Create Tasks
              </Link>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-resources">
          <h2 id="footer-resources" className="mb-2 text-ink-3 text-sm">
            Resources
          </h2>
          <ul>
            <li>
              <Link to="/about" className={link}>
                About
              </Link>
            </li>
            <li>
              <Link to="/money" className={link}>
                Money
              </Link>
            </li>
            {config.whitepaperUrl && (
              <li>
                <ExternalLink href={config.whitepaperUrl} className={link}>
                  Whitepaper
                </ExternalLink>
              </li>
            )}
            {config.faucetUrl && (
              <li>
                <ExternalLink href={config.faucetUrl} className={link}>
                  Testnet Faucet
                </ExternalLink>
              </li>
            )}
            {socialLinks(config).map((social) => (
              <li key={social.url}>
                <ExternalLink href={social.url} className={link}>
                  {social.label}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="page mt-10 flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-3 text-sm">
          © {new Date().getFullYear()} {config.brand}
        </p>
        {user === null && <ThemeSwitch />}
      </div>
    </footer>
  )
}
