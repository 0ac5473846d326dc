import { token, ui } from '../../../domain/limits.ts'
import type { SubmissionType } from '../../../domain/task-enums.ts'

const number = new Intl.NumberFormat('en-US')
const monthDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const full = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** 12500 → '12,500'. */
export const formatNumber = (value: number | bigint): string => number.format(value)

/** 250 → '250 CENTS', for use in a sentence. */
export const formatCents = (amount: number): string => `${formatNumber(amount)} ${token.rewardUnit}`

/** Formats a time as 'MMM d'. Without a time, formats today. */
export const formatMonthDay = (iso: string | null | undefined): string =>
  monthDay.format(iso ? new Date(iso) : new Date())

/** Formats a time as 'MMM d, yyyy'. */
export const formatDate = (iso: string): string => full.format(new Date(iso))

/** Formats a time as 'MMM d, yyyy h:mm a'. Without a time, returns 'N/A'. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return 'N/A'
  const date = new Date(iso)
  return `${full.format(date)} ${time.format(date).replace(/\s/g, ' ')}`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** '2 hours ago', 'in 3 days', 'just now'. `now` in milliseconds. */
export function formatRelative(iso: string, now: number): string {
  const difference = Date.parse(iso) - now
  for (const [unit, size] of steps) {
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

/** Labels of the submission types. */
export const submissionTypeLabels: Record<SubmissionType, string> = {
  text: 'Text',
  link: 'Link',
  file: 'File upload',
  mixed: 'Link, text or file',
}
