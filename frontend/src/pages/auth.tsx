import { Coins, KeyRound, PenLine } from 'lucide-react'
import { SignInButton } from '../features/auth/auth.tsx'
import { useConfig } from '../lib/config.ts'
import { useTitle } from '../lib/title.ts'
import { ExternalLink } from '../ui/external-link.tsx'
import { Perforation, Ticket } from '../ui/ticket.tsx'

const facts = [
  { Icon: PenLine, text: 'Signing in is a signature. It moves no money and costs nothing.' },
  { Icon: KeyRound, text: 'Your keys stay in your wallet. We only learn your address.' },
  { Icon: Coins, text: 'The same address is where your rewards are paid.' },
]

/** Sign-in for people who are not signed in. */
export default function AuthPage() {
  useTitle('Sign in')
  const { brand, faucetUrl } = useConfig()
  return (
    <div className="page grid place-items-center pt-12 sm:pt-20">
      <Ticket className="w-full max-w-lg">
        <div className="px-6 pt-8 pb-7 sm:px-9">
          <h1 className="text-2xl sm:text-3xl">Sign in to {brand}</h1>
          <p className="mt-3 text-ink-2">
            Connect your wallet and sign a short message. If you are new here, that makes your account too.
          </p>
          <div className="mt-6 [&>*]:w-full">
            <SignInButton />
          </div>
        </div>
        <Perforation />
        <ul className="flex flex-col gap-4 px-6 py-7 sm:px-9">
          {facts.map(({ Icon, text }) => (
            <li key={text} className="flex gap-3 text-ink-2 text-sm">
              <Icon aria-hidden="true" className="size-5 shrink-0 text-green-ink" />
              {text}
            </li>
          ))}
        </ul>
      </Ticket>
      {faucetUrl && (
        <p className="mt-6 text-ink-2 text-sm">
          Need test tokens first?{' '}
          <ExternalLink href={faucetUrl} className="font-medium text-green-ink underline underline-offset-4">
            Testnet Faucet
          </ExternalLink>
        </p>
      )}
    </div>
  )
}
