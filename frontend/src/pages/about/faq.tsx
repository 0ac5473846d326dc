import type { ReactNode } from 'react'
import { appeal, token } from '../../../../domain/limits.ts'
import { useConfig } from '../../lib/config.ts'
import { ExternalLink } from '../../ui/external-link.tsx'

/** Frequent questions. */
export function Faq() {
  const { faucetUrl } = useConfig()
  return (
    <section aria-labelledby="faq" className="page">
      <h2 id="faq" className="text-2xl sm:text-3xl">
        Frequently asked questions
      </h2>
      <div className="mt-6 max-w-3xl divide-y divide-line border-line border-y">
        <Question title="What do I need to start?" open>
          To look around, nothing. To earn, a browser wallet: it is your account, and where you are paid.
          Signing in is a signature that moves no money and costs nothing.
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
              <ExternalLink
                href={faucetUrl}
                className="font-medium text-green-ink underline underline-offset-4"
              >
                testnet faucet
              </ExternalLink>
              .
            </>
          )}
        </Question>
      </div>
    </section>
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
