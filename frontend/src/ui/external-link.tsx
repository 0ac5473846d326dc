import { ArrowUpRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** A link to another site: new tab, no opener, no referrer, and an arrow that says so. */
export function ExternalLink({ children, className, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      target="_blank"
      rel="noopener noreferrer"
      className={cx('inline-flex items-center gap-1', className)}
      {...rest}
    >
      {children}
      <ArrowUpRight aria-label="(opens in a new tab)" className="size-[0.9em] shrink-0 opacity-70" />
    </a>
  )
}
