import { clsx as cx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'a'> {
  /** False: the hint that the link opens a new tab is only read by screen readers. */
  arrow?: boolean
}

/** A link to another site. It opens a new tab, sends no opener and no referrer, and has an arrow as its mark. */
export function ExternalLink({ children, className, arrow = true, ...rest }: Props) {
  return (
    <a
      target="_blank"
      rel="noopener noreferrer"
      className={cx('inline-flex items-center gap-1', className)}
      {...rest}
    >
      {children}
      {arrow ? (
        <ArrowUpRight aria-label="(opens in a new tab)" className="size-[0.9em] shrink-0 opacity-70" />
      ) : (
        <span className="sr-only">(opens in a new tab)</span>
      )}
    </a>
  )
}
