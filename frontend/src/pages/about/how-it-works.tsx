import { HandCoins, LockKeyhole, ScanSearch } from 'lucide-react'
import { completions, reward } from '../../../../domain/limits.ts'
import { Money } from '../../ui/money.tsx'
import { Receipt, ReceiptLine } from '../../ui/ticket.tsx'

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

const paid = 3

/** Escrow, validation and automatic payouts, beside the example of one task. */
export function HowItWorks() {
  const total = reward.default * completions.default
  return (
    <section
      aria-labelledby="about-how"
      className="border-line border-y bg-card [--behind:var(--color-card)]"
    >
      <div className="page grid gap-12 py-14 sm:py-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:gap-20">
        <div>
          <h2 id="about-how" className="text-2xl sm:text-3xl">
            How it works
          </h2>
          <ul className="mt-8 flex flex-col gap-8">
            {steps.map(({ Icon, title, text }) => (
              <li key={title} className="grid grid-cols-[2.75rem_1fr]">
                <Icon aria-hidden="true" strokeWidth={1.5} className="size-7 text-green-ink" />
                <div>
                  <h3 className="text-lg">{title}</h3>
                  <p className="mt-1 max-w-prose text-ink-2">{text}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <Receipt className="self-center">
          <h3 className="font-semibold text-ink-3 text-sm tracking-normal">
            A task with {completions.default} completions, {paid} of them approved
          </h3>
          <dl className="mt-4 flex flex-col gap-2.5 pb-1">
            <ReceiptLine label="Locked at the start">
              <Money amount={total} size="sm" />
            </ReceiptLine>
            <ReceiptLine label={`Paid, ${paid} × ${reward.default}`}>
              <Money amount={paid * reward.default} size="sm" tone="paid" />
            </ReceiptLine>
          </dl>
          <p className="mt-3 flex items-end justify-between gap-4 border-line-strong/60 border-t border-dotted pt-4">
            <span className="text-ink-2">Still held</span>
            <Money amount={total - paid * reward.default} size="lg" tone="held" />
          </p>
          <p className="mt-3 pb-5 text-ink-2 text-sm">
            If nobody else completes it, this goes back to the creator, never elsewhere.
          </p>
        </Receipt>
      </div>
    </section>
  )
}
