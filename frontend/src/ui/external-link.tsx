import { clsx as cx } from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'a'> {
  /** Where every link leads away and room is short, the arrow is only told. */
  arrow?: boolean
}

/** A link to another site: new tab, no opener, no referrer, and an arrow that says so. */
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
