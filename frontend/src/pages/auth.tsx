import { Coins, KeyRound, PenLine } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { SignInButton } from '../features/auth/auth.tsx'
import { PasswordTabs } from '../features/auth/password-form.tsx'
import { setSignedInUser } from '../features/auth/session-mutation.ts'
import { WalletHelp } from '../features/auth/wallet-help.tsx'
import { useConfig } from '../lib/config.ts'
import { useTitle } from '../lib/page-head.ts'
import { wantedPage } from '../lib/wanted-page.ts'
import { Notice } from '../ui/notice.tsx'
import { Perforation, Ticket } from '../ui/ticket.tsx'

const facts = [
  { Icon: PenLine, text: 'Signing in is a signature. It moves no money and costs nothing.' },
  { Icon: KeyRound, text: 'Your keys stay in your wallet. We only learn your address.' },
  { Icon: Coins, text: 'The same address is where your rewards are paid.' },
]

/** Why the visitor was redirected to this page, by the page they requested. */
const reasons: Record<string, { title: string; text: string }> = {
  '/approvals': { title: 'Authentication Required', text: 'Please log in to view the approvals page.' },
  '/confirm-email': {
    title: 'Sign in to confirm your e-mail address',
    text: 'The link belongs to one account.',
  },
  '/profile': { title: 'Not Authenticated', text: 'Please log in to view your profile' },
}

export default function AuthPage() {
  useTitle(
    'Sign in',
    'Sign in with your wallet, or start with a username and a password and connect a wallet later. Signing in moves no money.',
  )
  const { brand } = useConfig()
  const { state } = useLocation()
  const wanted = wantedPage(state)
  const reason = reasons[wanted.replace(/[?#].*/, '')]
  return (
    <div className="page pt-12 sm:pt-20">
      <h1 className="text-2xl sm:text-3xl">Sign in to {brand}</h1>
      {reason && (
        <Notice role="status" title={reason.title} className="mt-6">
          {reason.text}
        </Notice>
      )}
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
        <Ticket>
          <section className="px-6 pt-8 pb-7 sm:px-9">
            <h2 className="text-xl">With a wallet</h2>
            <p className="mt-3 text-ink-2">
              Connect your wallet and sign a short message. If you are new here, that makes your account too.
            </p>
            <div className="mt-6 [&>*]:w-full">
              <SignInButton returnTo={wanted} />
            </div>
          </section>
          <Perforation />
          <ul className="flex flex-col gap-4 px-6 py-7 sm:px-9">
            {facts.map(({ Icon, text }) => (
              <li key={text} className="flex gap-3 text-ink-2 text-sm">
                <Icon aria-hidden="true" className="size-5 shrink-0 text-green-ink" />
                {text}
              </li>
            ))}
          </ul>
          <Perforation />
          <div className="px-6 py-6 sm:px-9">
            <WalletHelp />
          </div>
        </Ticket>
        <section className="lg:px-4 lg:pt-8">
          <h2 className="text-xl">With a password</h2>
          <p className="mt-3 mb-5 text-ink-2">
            No wallet yet? Start with a username and a password, look at the tasks and submit proof. Rewards
            are paid to a wallet, so you need one before your first payment.
          </p>
          <PasswordTabs onSignedIn={setSignedInUser} />
        </section>
      </div>
    </div>
  )
}
