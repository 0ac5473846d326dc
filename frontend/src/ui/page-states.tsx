import { clsx as cx } from 'clsx'
import { type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useReachable } from '../lib/connectivity.ts'

/** A grey placeholder while content loads. The surrounding `Loading` names the content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded bg-sunk', className)} />
}

/** Announces loading once to assistive technology, around any number of skeletons. */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}…</span>
      {children}
    </div>
  )
}

/** A spinner where no placeholder fits, such as in the route guard. Its height keeps the footer in place. */
export function Spinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh content-start justify-items-center pt-[30dvh]">
      <span className="size-8 animate-spin rounded-full border-2 border-line border-t-green-ink motion-reduce:animate-pulse" />
      <span className="sr-only">{label}</span>
    </div>
  )
}

interface StateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  className?: string
  level?: 'h1' | 'h2' | 'h3'
}

export function EmptyState({ icon: Icon, className, ...rest }: StateProps & { icon?: LucideIcon }) {
  return (
    <div className={cx('rounded border border-line border-dashed px-6 py-12 sm:px-10', className)}>
      {Icon && <Icon aria-hidden="true" strokeWidth={1.5} className="mb-4 size-8 text-green-ink" />}
      <StateText {...rest} />
    </div>
  )
}

/**
 * An error message: what happened, what is not lost, and one button for the next action. `bare`: without a border,
 * for use in a dialog.
 */
export function ErrorState({ className, bare = false, ...rest }: StateProps & { bare?: boolean }) {
  return (
    <div
      role="alert"
      className={cx(!bare && 'rounded border border-line bg-card px-6 py-8 sm:px-10', className)}
    >
      <TriangleAlert aria-hidden="true" strokeWidth={1.75} className="mb-3 size-7 text-red" />
      <StateText {...rest} />
    </div>
  )
}

const StateText = ({ title, children, action, level: Heading = 'h3' }: StateProps) => (
  <>
    <Heading className="text-lg">{title}</Heading>
    {children && <div className="mt-1.5 max-w-prose text-ink-2">{children}</div>}
    {action && <div className="mt-5 flex flex-wrap gap-3">{action}</div>}
  </>
)

/** Shown while the server cannot be reached: says what still works and that nothing is lost. */
export function OfflineNote({ className }: { className?: string }) {
  if (useReachable()) return null
  return (
    <p role="status" className={cx('bg-amber-soft px-5 py-3 text-sm sm:px-7', className)}>
      <strong className="font-semibold text-amber">No connection.</strong> What is on this page stays, and so
      does what you typed. Sending works again once you are back; payments that were approved go on without
      you.
    </p>
  )
}
