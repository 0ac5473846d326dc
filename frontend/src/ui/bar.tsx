import { cx } from './class-names.ts'

const tones = { green: 'bg-green-ink', ink: 'bg-ink-3', amber: 'bg-amber' }

/** How much of `of` something is, as a length. The number itself stands beside it, in words. */
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
