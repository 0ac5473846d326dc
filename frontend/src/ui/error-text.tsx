import { clsx as cx } from 'clsx'
import { reasonOf } from '../lib/api.ts'

/** The message of a failed action, if it failed. */
export function ErrorText({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null
  return (
    <span role="alert" className={cx('block font-medium text-red', className)}>
      {reasonOf(error)}
    </span>
  )
}
