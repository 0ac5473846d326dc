import { throttles as limits, lists } from '../../domain/limits.ts'
import { notification } from '../../domain/notification.ts'
import { payoutRow, releaseAnswer } from '../../domain/payout.ts'
import { submission } from '../../domain/submission.ts'
import { task } from '../../domain/task.ts'
import { user as userAnswer } from '../../domain/user.ts'
import { answerOf } from '../runtime/answer.ts'
import type { UserContext } from '../runtime/context.ts'
import { countAttempt } from '../runtime/throttle.ts'
import { truncateToBytes } from '../runtime/truncate-to-bytes.ts'
import * as notifications from '../table/notifications.ts'
import * as payouts from '../table/payouts.ts'
import * as reports from '../table/reports.ts'
import * as securityEvents from '../table/security.ts'
import * as sessions from '../table/sessions.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as security from './security-log.ts'

/** Most bytes of each of the six lists: an answer is limited to 6 MB. */
const listBytes = 900_000

/**
 * Everything that is stored about the caller. Lists contain the newest 500 entries, and at most 0.9 MB, because an answer is
 * limited to 6 MB; `isComplete` says whether they contain all.
 * @throws tooManyRequests
 */
export async function exportAccount(context: UserContext): Promise<Record<string, unknown>> {
  const { config, now, table, user } = context
  await countAttempt(context, [{ name: `export#${user.id}`, ...limits.exports }])
  const most = lists.newest + 1
  const [created, submitted, reported, open, events, told] = await Promise.all([
    tasks.createdBy(table, user.id, most),
    submissions.submittedBy(table, user.id, most),
    reports.madeBy(table, user.id, most),
    sessions.list(table, user, now()),
    securityEvents.list(table, user.id, most),
    notifications.newest(table, [user.id], most),
  ])
  const paid = await payouts.getAll(
    table,
    submitted.map(({ id }) => id),
  )
  const { status, transactionHash } = releaseAnswer.shape
  const exportedPayout = payoutRow.omit({ reason: true }).extend({ status, transactionHash })
  let isComplete = true
  const newest = <T>(all: T[]) => {
    const fitting = truncateToBytes(all.slice(0, lists.newest), listBytes)
    if (fitting.length < all.length) isComplete = false
    return fitting
  }
  const data = {
    profile: answerOf(userAnswer, user),
    sessions: open.map(({ id: _, ...session }) => session),
    securityEvents: newest(events),
    tasks: newest(created.map((one) => answerOf(task, one))),
    submissions: newest(submitted.map((one) => answerOf(submission, one))),
    payouts: newest(paid.map((one) => answerOf(exportedPayout, one))),
    reports: newest(reported),
    notifications: newest(told.map((one) => answerOf(notification, one))),
    files: [
      user.profileImage,
      ...submitted.flatMap(({ appeal, proofFileUrl }) => [proofFileUrl, appeal?.proofFileUrl]),
    ]
      .filter((url) => url != null)
      .map((url) => `${config.SITE_ORIGIN}${url}`),
  }
  await security.record(context, user, 'exported')
  return { exportedAt: new Date(now()).toISOString(), isComplete, ...data }
}
