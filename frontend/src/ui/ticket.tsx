import { clsx as cx } from 'clsx'
import type { ComponentProps } from 'react'

/**
 * A panel that looks like a ticket. A `Perforation` separates its parts. The notches have the background's colour: if
 * that is not `paper`, set the CSS variable `--behind` on an ancestor, as dialogs do.
 */
export function Ticket({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('relative rounded border border-line bg-card', className)} {...rest} />
}

/** The dotted line with notches between two parts of a ticket. */
export function Perforation({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('perforation', className)} />
}

/** A label and its value on a receipt, with a dotted leader between them. */
export function ReceiptLine({ label, children, className }: ComponentProps<'div'> & { label: string }) {
  return (
    <div className={cx('flex items-baseline gap-2', className)}>
      <dt className="text-ink-2">{label}</dt>
      <span aria-hidden="true" className="flex-1 border-line-strong/60 border-b border-dotted" />
      <dd className="text-right">{children}</dd>
    </div>
  )
}

/** Slip of paper with a torn lower edge, for totals and payouts. */
export function Receipt({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('torn rounded-t bg-sunk px-5 pt-5', className)} {...rest} />
}
