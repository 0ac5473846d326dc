import { token, ui } from '../../../domain/limits.ts'
import type { SubmissionType } from '../../../domain/task-enums.ts'

// The first use of Intl costs a phone 100 ms, so the formats of the first view do without it.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 12500 → '12,500'. */
export const formatNumber = (value: number | bigint): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? value.toLocaleString('en-US')
    : String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** 250 → '250 CENTS', for use in a sentence. */
export const formatCents = (amount: number): string => `${formatNumber(amount)} ${token.rewardUnit}`

/** Formats a time as 'MMM d'. Without a time, formats today. */
export function formatMonthDay(iso: string | null | undefined): string {
  const date = iso ? new Date(iso) : new Date()
  return `${months[date.getMonth()]} ${date.getDate()}`
}

/** Formats a time as 'MMM d, yyyy'. */
export const formatDate = (iso: string): string => `${formatMonthDay(iso)}, ${new Date(iso).getFullYear()}`

/** Formats a time as 'MMM d, yyyy h:mm a'. Without a time, returns 'N/A'. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return 'N/A'
  const date = new Date(iso)
  const hour = date.getHours()
  const minute = String(date.getMinutes()).padStart(2, '0')
  return `${formatDate(iso)} ${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

let relative: Intl.RelativeTimeFormat | undefined

/** '2 hours ago', 'in 3 days', 'just now'. `now` in milliseconds. */
export function formatRelative(iso: string, now: number): string {
  const difference = Date.parse(iso) - now
  for (const [unit, size] of steps) {
    relative ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
    if (Math.abs(difference) >= size) return relative.format(Math.trunc(difference / size), unit)
  }
  return 'just now'
}

/** First 6 and last 4 characters of an address or hash. */
export const shorten = (value: string): string =>
  `${value.slice(0, ui.addressHead)}…${value.slice(-ui.addressTail)}`

/** 'task' or 'tasks', after the count. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

export const submissionTypeLabels: Record<SubmissionType, string> = {
  text: 'Text',
  link: 'Link',
  file: 'File upload',
  mixed: 'Link, text or file',
}

/** The share of approvals in percent, rounded down so that only all approved gives 100; null before the first verdict. */
export function approvalRate({ approved, rejected }: { approved: number; rejected: number }): number | null {
  const all = approved + rejected
  return all > 0 ? Math.floor((100 * approved) / all) : null
}
