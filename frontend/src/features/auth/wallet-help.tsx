import { useConfig } from '../../lib/config.ts'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Well-known wallets that can add a test network. */
const wallets = [
  { name: 'MetaMask', url: 'https://metamask.io/download' },
  { name: 'Rabby', url: 'https://rabby.io' },
  { name: 'Brave Wallet', url: 'https://brave.com/wallet' },
]

/** What a wallet is, and where to get one. */
export function WalletHelp({ isOpen = false }: { isOpen?: boolean }) {
  const { brand } = useConfig()
  return (
    <details open={isOpen}>
      <summary className="font-semibold text-green-ink">What is a wallet, and how do I get one?</summary>
      <p className="mt-3 text-ink-2">
        A wallet is a free browser extension or app. It has an address, to which your rewards are paid, and a
        key, with which you sign in. Installing a wallet takes a few minutes. Well-known wallets are:
      </p>
      <ul className="mt-2 flex flex-wrap gap-x-5">
        {wallets.map(({ name, url }) => (
          <li key={name}>
            <ExternalLink href={url} className="inline-flex min-h-8 items-center text-link">
              {name}
            </ExternalLink>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-2 text-sm">
        The wallet shows a recovery phrase. Write the phrase down and show it to nobody. {brand} never asks
        for it.
      </p>
    </details>
  )
}
