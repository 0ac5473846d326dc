import { clsx as cx } from 'clsx'
import { Check, CircleDashed, LoaderCircle } from 'lucide-react'
import { useElapsedSeconds } from '../../lib/timers.ts'
import { TransactionHash } from '../../ui/address.tsx'
import type { FundingStep } from './fund-task.ts'
import { steps, waitingHint } from './funding-messages.ts'

/** The four steps of a funding, with the current one. */
export function FundingProgress({ step, hash }: { step: FundingStep; hash: string | null }) {
  const seconds = useElapsedSeconds(step)
  const waited = waitingHint(step, seconds)
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
                  {waited && <span className="mt-1 block">{waited}</span>}
                </p>
              )}
              {state === 'now' && step === 'confirming' && seconds >= 3 && (
                <p className="text-ink-3 text-sm tabular-nums">{seconds} s so far</p>
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
