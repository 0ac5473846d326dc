import { applyMoves } from '../accounts/due-wallet-moves.ts'
import { approveOverdue, endAppealTimes, endLateAppeals } from '../market/automatic-verdicts.ts'
import { checkFunding } from '../market/funding.ts'
import { closeRefundable } from '../market/refunds.ts'
import { remindOfReviews } from '../market/review-reminders.ts'
import { closeExpired } from '../market/tasks.ts'
import { offerPlaces } from '../market/waiting.ts'
import type { Services } from '../runtime/context.ts'
import { measure } from './measure.ts'

/** What time triggers, except paying. */
const jobs = {
  expired: closeExpired,
  refundable: closeRefundable,
  approved: approveOverdue,
  reminders: remindOfReviews,
  appealTimes: endAppealTimes,
  lateAppeals: endLateAppeals,
  offers: offerPlaces,
  lostFundings: checkFunding,
  walletMoves: applyMoves,
}

/**
 * Runs all jobs, and then measures what is due.
 * @throws the error of a job that failed, after the other jobs have ended, so that an alarm is raised
 */
export async function runJobs(services: Services): Promise<Record<keyof typeof jobs, number>> {
  const counts = Object.entries(jobs).map(async ([name, job]) => [name, await job(services)] as const)
  await Promise.allSettled(counts)
  await measure(services)
  return Object.fromEntries(await Promise.all(counts)) as Record<keyof typeof jobs, number>
}
