import { Link } from 'react-router-dom'
import { completions, reward } from '../../../domain/limits.ts'
import { SignInButton, useAuth } from '../features/auth/auth.tsx'
import { useDialog } from '../lib/dialogs.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { useTitle } from '../lib/page-head.ts'
import { withQueries } from '../lib/with-queries.tsx'
import { ButtonLink, buttonClass } from '../ui/button.tsx'
import { Money } from '../ui/money.tsx'
import { Receipt, ReceiptLine } from '../ui/ticket.tsx'
import { Hero } from './home/hero.tsx'

const Featured = lazyComponent(
  withQueries(() => import('./home/featured.tsx')),
  { fallback: <div className="h-dvh" /> },
)

/** The home page. */
export default function HomePage() {
  useTitle()
  return (
    <>
      <Hero />
      <HowItWorks />
      <Featured />
      <CreatePromo />
      <ConnectWallet />
    </>
  )
}

/** The last section: sign-in, or a link to the dashboard. */
function ConnectWallet() {
  const { user } = useAuth()
  return (
    <section aria-labelledby="connect-wallet" className="page pt-14 sm:pt-20">
      <div className="flex flex-col items-start gap-6 sm:flex-row sm:items-center sm:justify-between">
        <div>
          <h2 id="connect-wallet" dir="auto" className="wrap-anywhere text-2xl sm:text-3xl">
            {user ? `Good to see you, ${user.username}` : 'Connect Wallet'}
          </h2>
          <p className="mt-2 max-w-xl text-ink-2 text-lg">
            {user
              ? 'Your submissions, your tasks and what you have earned are on your dashboard.'
              : 'Your wallet is your account, and where you are paid. Signing in is a signature: it moves no money and costs nothing.'}
          </p>
        </div>
        {user ? (
          <ButtonLink to="/dashboard" size="lg">
            Go to Dashboard
          </ButtonLink>
        ) : (
          <SignInButton size="lg" />
        )}
      </div>
    </section>
  )
}

/** An example receipt that shows the cost of a task. */
function CreatePromo() {
  const create = useDialog('create')
  return (
    <section aria-labelledby="create-a-task" className="bg-band text-on-green">
      <div className="page grid items-center gap-10 py-14 sm:py-20 md:grid-cols-2">
        <div>
          <h2 id="create-a-task" className="text-3xl sm:text-4xl">
            Create a Task
          </h2>
          <p className="mt-4 max-w-lg text-lg opacity-90">
            You set the reward and how many people may do it. The total is locked once; you only ever pay for
            work you approved, and what is left comes back to you.
          </p>
          <Link
            {...create.link('task')}
            className={buttonClass('secondary', 'lg', 'mt-8 border-transparent')}
          >
            Create Task
          </Link>
        </div>
        <Receipt className="w-full max-w-sm bg-card text-ink md:justify-self-end">
          <p className="font-semibold text-ink-3 text-sm">An example</p>
          <dl className="mt-3 flex flex-col gap-2">
            <ReceiptLine label="Reward, each">
              <Money amount={reward.default} size="sm" />
            </ReceiptLine>
            <ReceiptLine label="Completions">× {completions.default}</ReceiptLine>
          </dl>
          <div className="mt-4 flex items-end justify-between border-line border-t-2 border-dotted pt-4 pb-5">
            <span className="text-ink-2">Locked in escrow</span>
            <Money amount={reward.default * completions.default} tone="held" />
          </div>
        </Receipt>
      </div>
    </section>
  )
}

const steps = [
  {
    title: 'Browse Tasks',
    text: 'Every task says what to do, how long it takes and what it pays. Its reward is already locked in the escrow contract.',
  },
  {
    title: 'Complete & Submit',
    text: 'Do the work and submit your proof: a link, a text or a picture. Whoever posted the task reviews it.',
  },
  {
    title: 'Get Rewarded',
    text: 'On approval the contract pays your wallet. You see the transaction, and anyone can check it.',
  },
]

/** Three steps along one line. */
function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="border-line border-y bg-card">
      <div className="page py-14 sm:py-18">
        <h2 id="how-it-works" className="text-2xl sm:text-3xl">
          How it Works
        </h2>
        <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-0">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="grid grid-cols-[3.5rem_1fr] md:block md:border-line md:border-l-2 md:border-dotted md:px-8 md:first:border-l-0 md:first:pl-0"
            >
              <p aria-hidden="true" className="font-[680] text-4xl text-green-ink leading-none">
                {index + 1}
              </p>
              <div>
                <h3 className="text-lg md:mt-4">{step.title}</h3>
                <p className="mt-1.5 max-w-sm text-ink-2">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
