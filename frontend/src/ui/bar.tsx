import { clsx as cx } from 'clsx'

const tones = { green: 'bg-green-ink', ink: 'bg-ink-3', amber: 'bg-amber' }

/** A bar that shows `value` as a share of `of`. The caller shows the numbers as text. */
export function Bar({
  value,
  of,
  tone = 'green',
  className,
}: {
  value: number
  of: number
  tone?: keyof typeof tones
  className?: string
}) {
  return (
    <span
      aria-hidden="true"
      className={cx('block h-1.5 overflow-hidden rounded bg-line', className ?? 'w-full')}
    >
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
      <span aria-hidden="true" className="mt-1 block h-1 w-20 overflow-hidden rounded bg-sunk">
        <span
          className="block h-full rounded bg-green-ink"
          style={{ width: `${of > 0 ? Math.min(100, (done / of) * 100) : 0}%` }}
        />
      </span>
    </span>
  )
}
