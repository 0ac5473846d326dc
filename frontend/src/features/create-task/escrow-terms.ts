import type { Terms } from '../../../../domain/escrow.ts'
import { termsOf as escrowTermsOf } from '../../../../domain/refund.ts'
import { defaultTiming, type EscrowTerms, earliestRefundableAt } from '../../../../domain/task.ts'

interface Funded {
  funder: string
  task: { reward: number; maxCompletions: number; escrow: EscrowTerms }
}

/** All terms of the escrow that the funder creates; `reward` in base units. */
export const termsOf = ({ funder, task }: Funded): Terms => escrowTermsOf(task, { funder, ...task.escrow })

/** 32 random bytes as hex. */
export const randomSalt = (): string =>
  `0x${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/**
 * Deadline (ISO) and `refundableAt` (Unix seconds) of a new task. The deadline is the end of the chosen day
 * ('YYYY-MM-DD', local time) or 30 days after `now` (milliseconds). A refund is possible one week after the deadline.
 */
export function timingOf(
  day: string | undefined,
  reviewDays: number,
  now: number,
): { deadline: string; refundableAt: number } {
  const end = endOfDay(day ?? '')
  if (Number.isNaN(end.getTime())) return defaultTiming(now, reviewDays)
  const deadline = end.toISOString()
  return { deadline, refundableAt: earliestRefundableAt(deadline, reviewDays) }
}

/** The last second of a day, local time. */
export const endOfDay = (day: string): Date => new Date(`${day}T23:59:59`)
