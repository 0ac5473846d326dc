import { clsx as cx } from 'clsx'

const tones = { green: 'bg-green-ink', amber: 'bg-amber' }

interface BarProps {
  value: number
  of: number
  tone?: keyof typeof tones
  className?: string
}

/** A bar that shows `value` as a share of `of`. The caller shows the numbers as text. */
export function Bar({ value, of, tone = 'green', className }: BarProps) {
  return (
    <span aria-hidden="true" className={cx('block h-1.5 overflow-hidden rounded bg-line', className)}>
      <span
        className={cx('block h-full rounded', tones[tone])}
        style={{ width: `${of > 0 ? Math.min(100, (value / of) * 100) : 0}%` }}
      />
    </span>
  )
}

/** '2 / 5 done' with a bar for the share of completions. */
export function CompletionBar({ done, of }: { done: number; of: number }) {
  return (
    <span className="block text-right text-ink-2 text-sm">
      {done} / {of} done
      <Bar value={done} of={of} className="mt-1 h-1! w-20 bg-sunk!" />
    </span>
  )
}
