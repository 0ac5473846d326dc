import { formatDateTime, formatRelative } from '../lib/format.ts'

interface Props {
  /** In ISO 8601. */
  value: string
  /** Shows the time as '2 hours ago'; a tooltip has the date. */
  isRelative?: boolean
  className?: string
}

export const Time = ({ value, isRelative = false, className }: Props) => (
  <time dateTime={value} title={isRelative ? formatDateTime(value) : undefined} className={className}>
    {isRelative ? formatRelative(value, Date.now()) : formatDateTime(value)}
  </time>
)
