import { useReached } from '../lib/online.ts'
import { cx } from './class-names.ts'

/** While the server cannot be reached: what still works, and that nothing is lost. */
export function OfflineNote({ className }: { className?: string }) {
  if (useReached()) return null
  return (
    <p role="status" className={cx('bg-amber-soft px-5 py-3 text-sm sm:px-7', className)}>
      <strong className="font-semibold text-amber">No connection.</strong> What is on this page stays, and so
      does what you typed. Sending works again once you are back; payments that were approved go on without
      you.
    </p>
  )
}
