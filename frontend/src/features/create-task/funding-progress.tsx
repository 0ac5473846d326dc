import { clsx as cx } from 'clsx'
import { Check, CircleDashed, LoaderCircle } from 'lucide-react'
import { TransactionHash } from '../../ui/address.tsx'
import type { FundingStep } from './fund-task.ts'

const steps: { step: FundingStep; title: string; hint: string }[] = [
  {
    step: 'checking',
    title: 'Check the balance',
    hint: 'Your balance, and whether this task is funded already.',
  },
  {
    step: 'wallet',
    title: 'Confirm in your wallet',
    hint: 'One transaction pays the whole amount into the escrow contract. The window of your wallet may be hidden behind this one.',
  },
  {
    step: 'confirming',
    title: 'Wait for the chain',
    hint: 'This usually takes a few seconds. You can close this window: the funding continues. If you close this tab, nothing is lost: this browser keeps the terms, and the task waits on your dashboard until it is saved.',
  },
  { step: 'saving', title: 'Save the task', hint: 'Then people can see it.' },
]

export function FundingProgress({ step, hash }: { step: FundingStep; hash: string | null }) {
  const current = steps.findIndex((each) => each.step === step)
  return (
    <ol className="flex flex-col gap-4" aria-label="Progress">
      {steps.map((each, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'later'
        const Icon = { done: Check, now: LoaderCircle, later: CircleDashed }[state]
        return (
          <li
            key={each.step}
            aria-current={state === 'now' ? 'step' : undefined}
            className={cx('flex gap-3', state === 'later' && 'text-ink-3')}
          >
            <Icon
              aria-hidden="true"
              className={cx(
                'mt-0.5 size-5 shrink-0',
                state === 'done' && 'text-green-ink',
                state === 'now' && 'animate-spin text-amber motion-reduce:animate-pulse',
              )}
            />
            <div>
              <p className={cx(state === 'now' && 'font-semibold')}>{each.title}</p>
              {state === 'now' && (
                <p role="status" className="text-ink-2 text-sm">
                  {each.hint}
                </p>
              )}
            </div>
          </li>
        )
      })}
      {hash && (
        <li className="border-line border-t pt-4 text-ink-2 text-sm">
          Transaction <TransactionHash value={hash} />
        </li>
      )}
    </ol>
  )
}
