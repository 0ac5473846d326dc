import { HandCoins, LockKeyhole, ScanSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { appeal, chain, token } from '../../../domain/limits.ts'
import { useConfig } from '../lib/config.ts'
import { useTitle } from '../lib/page-head.ts'
import { Address } from '../ui/address.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { Skeleton } from '../ui/page-states.tsx'
import { Section } from '../ui/section.tsx'
import { Perforation, ReceiptLine, Ticket } from '../ui/ticket.tsx'

/** The purpose of the product, its payments, its token and frequent questions. */
export default function AboutPage() {
  useTitle(
    'About',
    'What this marketplace is for, how the money moves from escrow to the person who did the work, and what people ask.',
  )
  const { brand } = useConfig()
  return (
    <>
      <section className="page pt-10 pb-14 sm:pt-16 sm:pb-20">
        <h1 className="text-4xl sm:text-5xl">About {brand}</h1>
        <div className="mt-8 grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <p className="max-w-2xl text-xl leading-normal sm:text-2xl sm:leading-snug">
            Our mission is that small jobs pay fairly and surely: whoever has an hour earns for it, whoever
            has a list gets it done, and neither has to trust the other with the money.
          </p>
          <div className="max-w-prose text-ink-2">
            <p>
              The reward is locked before anyone starts to work. It goes to the person whose work was
              approved, or back to the person who put it there. Every step is a transaction that you can look
              up.
            </p>
            <ButtonLink to="/tasks" className="mt-6">
              Browse tasks
            </ButtonLink>
          </div>
        </div>
      </section>
      <HowItWorks />
      <Token />
      <Faq />
    </>
  )
}

const steps = [
  {
    Icon: LockKeyhole,
    title: 'Escrow',
    text: 'Posting a task locks its whole budget in a contract: the reward, times the number of completions. From then on the creator cannot spend it on anything else, and everyone can see that it is there.',
  },
  {
    Icon: ScanSearch,
    title: 'Validation',
    text: 'Doers submit proof: a link, a text or a picture. The creator, or an admin, reads it and approves or rejects it. A rejection always says why.',
  },
  {
    Icon: HandCoins,
    title: 'Automatic payouts',
    text: 'An approval pays by itself: the contract sends the reward to the doer’s wallet, once, and the transaction stands beside the submission. Nobody has to remember to pay.',
  },
]

/** Escrow, validation and automatic payouts. The home page shows the example of one task. */
function HowItWorks() {
  return (
    <section aria-labelledby="about-how" className="border-line border-y bg-card">
      <div className="page py-14 sm:py-20">
        <h2 id="about-how" className="text-2xl sm:text-3xl">
          How it works
        </h2>
        <ul className="mt-8 grid gap-8 md:grid-cols-3 md:gap-12">
          {steps.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden="true" strokeWidth={1.5} className="mb-3 size-7 text-green-ink" />
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const uses = [
  {
    title: 'Rewards',
    text: `What tasks pay. Rewards are written in ${token.rewardUnit}: 1 of them is 1 ${token.symbol}.`,
  },
  { title: 'Escrow funding', text: 'What creators lock in the contract, so that a task can go live.' },
  {
    title: 'Governance voting',
    text: `Every ${token.symbol} you hold can be a vote, yours or that of someone you delegate it to. Wrap it in TaxVotes to vote, and unwrap it whenever you want.`,
  },
  {
    title: 'Trading',
    text: 'An ordinary token: send it, or exchange it wherever somebody on the test network offers to.',
  },
]

function Token() {
  const config = useConfig()
  const missing = config.contractsUnknown ? <Skeleton className="h-4 w-28" /> : 'Not deployed yet'
  return (
    <section aria-labelledby="about-token" className="page py-14 sm:py-20">
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-20">
        <div>
          <h2 id="about-token" className="text-2xl sm:text-3xl">
            The {token.symbol} token
          </h2>
          <Ticket className="mt-8">
            <dl className="flex flex-col gap-3 px-5 py-6 sm:px-7">
              <ReceiptLine label="Symbol">{token.symbol}</ReceiptLine>
              <ReceiptLine label="Standard">ERC-20</ReceiptLine>
              <ReceiptLine label="Decimals">{token.decimals}</ReceiptLine>
              <ReceiptLine label="Network">{config.chainName}</ReceiptLine>
              <ReceiptLine label="Chain id">{chain.idHex}</ReceiptLine>
            </dl>
            <Perforation />
            <dl className="flex flex-col gap-3 px-5 py-6 sm:px-7">
              {[
                { label: 'Contract address', address: config.tokenAddress, what: 'contract address' },
                { label: 'Escrow contract', address: config.escrowAddress, what: 'escrow address' },
                { label: 'TaxVotes', address: config.votesAddress, what: 'address of TaxVotes' },
              ].map(({ label, address, what }) => (
                <ReceiptLine key={label} label={label}>
                  {address ? <Address value={address} what={what} /> : missing}
                </ReceiptLine>
              ))}
            </dl>
          </Ticket>
        </div>
        <div>
          <h2 className="text-2xl sm:text-3xl">What it is for</h2>
          <dl className="mt-6 divide-y divide-line">
            {uses.map(({ title, text }) => (
              <div key={title} className="py-4">
                <dt className="font-semibold text-lg">{title}</dt>
                <dd className="mt-0.5 max-w-prose text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}

function Faq() {
  const { faucetUrl } = useConfig()
  return (
    <Section id="faq" title="Frequently asked questions" titleClass="text-2xl sm:text-3xl" className="page">
      <div className="mt-6 max-w-3xl divide-y divide-line border-line border-y">
        <Question title="What do I need to start?" open>
          To look around, nothing. To submit proof, an account: with a browser wallet, or with a username and
          a password. To be paid or to post a task, a wallet. Signing in moves no money and costs nothing.
        </Question>
        <Question title="Can my work be rejected without a reason?">
          No. A creator must give a reason when rejecting a submission, and you read it beside your proof. If
          you think it is wrong, you can appeal within {appeal.days} days, and an admin decides.
        </Question>
        <Question title="When am I paid?">
          As soon as your submission is approved, by its creator or, if nobody reviews it in the time that the
          task promises, automatically. The payment needs one transaction, usually a matter of seconds, and it
          is finished even if the reviewer closes the page.
        </Question>
        <Question title="Can a creator take the money back?">
          Only what nobody has earned, and only after closing the task. The rest returns when every proof is
          decided and the time to appeal is over.
        </Question>
        <Question title="How often can I do the same task?">
          Once. Everybody has one submission for each task, and nobody submits to a task of their own.
        </Question>
        <Question title={`Is ${token.symbol} real money?`}>
          No. This is a test network and its tokens have no value.{' '}
          {faucetUrl && (
            <>
              You get them for nothing from the{' '}
              <ExternalLink href={faucetUrl} className="text-link">
                testnet faucet
              </ExternalLink>
              .
            </>
          )}
        </Question>
      </div>
    </Section>
  )
}

function Question({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details open={open} className="group">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold text-lg [&::-webkit-details-marker]:hidden">
        {title}
        <span
          aria-hidden="true"
          className="text-2xl text-green-ink leading-none transition-transform duration-150 group-open:rotate-45"
        >
          +
        </span>
      </summary>
      <p className="max-w-prose pb-5 text-ink-2">{children}</p>
    </details>
  )
}
