import { clsx as cx } from 'clsx'

const tones = { green: 'bg-green-ink', amber: 'bg-amber' }

interface BarProps {
  value: number
  max: number
  tone?: keyof typeof tones
  className?: string
}

/** A bar that shows `value` as a share of `max`. The caller shows the numbers as text. */
export function Bar({ value, max, tone = 'green', className }: BarProps) {
  return (
    <span aria-hidden="true" className={cx('block h-1.5 overflow-hidden rounded bg-line', className)}>
      <span
        className={cx('block h-full rounded', tones[tone])}
        style={{ width: `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%` }}
      />
    </span>
  )
}

/** '2 / 5 done' with a bar for the share of completions. */
export function CompletionBar({ done, total }: { done: number; total: number }) {
  return (
    <span className="block text-right text-ink-2 text-sm">
      {done} / {total} done
      <Bar value={done} max={total} className="mt-1 h-1! w-20 bg-sunk!" />
    </span>
  )
}
