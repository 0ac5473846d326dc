import { clsx as cx } from 'clsx'
import { reasonOf } from '../lib/api.ts'

export function ErrorText({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null
  return (
    <span role="alert" className={cx('block font-medium text-red', className)}>
      {reasonOf(error)}
    </span>
  )
}
