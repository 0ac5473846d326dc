import { appeal as appeals, silentPay, waits } from '../../../domain/limits.ts'
import type { Appeal, Submission, WaitReason } from '../../../domain/submission.ts'
import { formatDateTime, formatRelative, plural } from './format.ts'
import { isPending } from './pending-submissions.ts'

const minute = 60_000
const day = 24 * 60 * minute

const reviewerWaits: Record<WaitReason, string> = {
  report: 'Reported: waits for an admin',
  suspension: 'Suspended account: waits for an admin',
  'same-proof': 'Same proof: waits for an admin',
  newcomer: 'New doer: waits for an admin',
  wallet: 'Waits for the doer’s wallet',
}

/** Why the automatic payment of the doer's proof waits, and what the doer can do. */
const doerWaits: Record<WaitReason, string> = {
  wallet:
    'The time to review it is over, and you have no wallet to be paid to. Connect a wallet: the payment then follows by itself within an hour.',
  report:
    'The time to review it is over. The payment waits for an admin, because of a report. You need to do nothing.',
  suspension:
    'The time to review it is over. The payment waits for an admin, because your account is suspended.',
  'same-proof':
    'The time to review it is over. The payment waits for an admin, because somebody else submitted the same proof before. You need to do nothing.',
  newcomer: `The time to review it is over. The payment waits for an admin, because a new account gets at most ${silentPay} CENTS a week for proofs that nobody reviewed. You need to do nothing.`,
}

type Pending = Pick<Submission, 'status' | 'reviewBy' | 'waitsFor' | 'sameProof'>

/**
 * How much time a reviewer has for a pending submission; null for others. `now` in milliseconds. Urgent: under 24 hours. A
 * proof that several people submitted is not paid automatically, so its text does not say so.
 */
export function reviewTime({ status, reviewBy, waitsFor, sameProof }: Pending, now: number) {
  if (!isPending({ status })) return null
  if (waitsFor) return { text: reviewerWaits[waitsFor], isUrgent: true }
  const left = Date.parse(reviewBy) - now
  if (left >= day) return { text: `${plural(Math.floor(left / day), 'day')} left`, isUrgent: false }
  const when = left < minute ? 'now' : formatRelative(reviewBy, now)
  return { text: `${sameProof > 0 ? 'Review ends' : 'Paid automatically'} ${when}`, isUrgent: true }
}

/** How many of these submissions are paid automatically within 24 hours. `now` in milliseconds. */
export const countUrgent = (submissions: readonly Pending[], now: number): number =>
  submissions.filter((one) => !one.waitsFor && !one.sameProof && reviewTime(one, now)?.isUrgent).length

/** What the doer of a pending submission is told about the time to review it; null for others. */
export function promiseToDoer({ status, reviewBy, waitsFor }: Omit<Pending, 'sameProof'>): string | null {
  if (!isPending({ status })) return null
  if (!waitsFor) return `Reviewed by ${formatDateTime(reviewBy)}, or paid automatically.`
  if (waitsFor === 'wallet' || waitsFor === 'suspension') return doerWaits[waitsFor]
  const days = waitsFor === 'report' ? waits.reportDays : waits.days
  const latest = formatDateTime(new Date(Date.parse(reviewBy) + days * day).toISOString())
  return `${doerWaits[waitsFor]} Without a decision it is paid on ${latest}.`
}

/** Whether the doer of a rejected submission may still appeal. `now` in milliseconds. */
export const canAppeal = (
  { status, appeal, appealUntil }: Pick<Submission, 'status' | 'appeal' | 'appealUntil'>,
  now: number,
): boolean => status === 'rejected' && !appeal && appealUntil !== null && now < Date.parse(appealUntil)

/** Where an appeal stands, in one sentence. */
export function appealOutcome({ status, decidedBy }: Appeal): string {
  if (status === 'open')
    return `An admin who had no part in this decides, mostly within ${appeals.overdueDays} days. The proof keeps its place.`
  if (status === 'upheld') return 'The appeal was upheld, so the proof is approved.'
  return decidedBy
    ? 'The appeal was dismissed. That is final.'
    : 'No admin has decided in time, so the rejection stands.'
}
