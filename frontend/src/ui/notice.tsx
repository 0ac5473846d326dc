import { clsx as cx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

const tones = {
  plain: 'bg-sunk text-ink-2',
  held: 'bg-amber-soft text-amber',
  bad: 'bg-red-soft text-red',
}

interface NoticeProps extends ComponentProps<'div'> {
  tone?: keyof typeof tones
  title?: string | undefined
  action?: ReactNode
}

/** A coloured box with what a user must know here, and the button that helps. A red one is an alert. */
export function Notice({ tone = 'held', title, action, className, children, ...rest }: NoticeProps) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={cx('flex flex-wrap items-center gap-3 rounded px-4 py-3', tones[tone], className)}
      {...rest}
    >
      <div className="wrap-anywhere min-w-0 flex-1 basis-56">
        {title && <strong className="block font-semibold">{title}</strong>}
        {children}
      </div>
      {action}
    </div>
  )
}
