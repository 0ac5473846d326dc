import { appeal, silentPay, waits } from '../../domain/limits.ts'
import { approvalsEnd } from '../../domain/task.ts'
import { type JobContext, job } from '../runtime/job.ts'
import { equalTo } from '../table/equal-proofs.ts'
import * as reports from '../table/reports.ts'
import * as submissions from '../table/submissions.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import { approve, onCurrentTask } from './reviews.ts'

/** What the schedule decides when nobody else does, each by the same transactions as the decision of a person. */

/** Submissions that one run takes from each queue; the next run takes the others. */
const batchSize = 100

/** Open appeals that one run looks at. */
const mostAppeals = 1000

const lateNotes = 'Nobody could approve this before approvals of the task ended, so it is not paid.'
const noWalletNotes = 'The task is closed, and you had no wallet to be paid to when the time to review ended.'
const noDecisionNotes = `No admin decided within ${appeal.endDays} days, so the rejection stands.`

type Decide = (
  context: JobContext,
  submission: submissions.StoredSubmission,
  task: tasks.StoredTask,
) => Promise<boolean>

/** A job that decides the submissions of queues. One that could not be decided is looked at again later. */
function verdictJob(name: string, queues: ('reviews' | 'waiting' | 'appealable')[], decide: Decide) {
  const due = async ({ at, table }: JobContext) => {
    const found = queues.map((queue) => submissions.inQueue(table, queue, batchSize, { before: at }))
    return (await Promise.all(found)).flat()
  }
  return job(name, due, decideWith(decide), ({ now, table }, pointer) =>
    submissions.postpone(table, pointer, recheckAt(now())),
  )
}

function decideWith(decide: Decide) {
  return async (context: JobContext, { taskId, userId }: submissions.Pointer): Promise<boolean> => {
    const [submission, task] = await Promise.all([
      submissions.getOf(context.table, taskId, userId),
      tasks.get(context.table, taskId),
    ])
    if (!submission || !task) throw new Error('The submission or its task does not exist')
    return decide(context, submission, task)
  }
}

const endAppealTime: Decide = async (services, submission, task) => {
  const ended = await onCurrentTask(services, task, (current) =>
    submissions.endAppealTime(services.table, submission, current, services.at),
  )
  return ended === null
}

const dismissLate: Decide = async (services, submission, task) => {
  const isOver = Date.parse(services.at) >= approvalsEnd(task)
  const reviewNotes = isOver ? lateNotes : noDecisionNotes
  const verdict = { reviewedBy: null, reviewNotes, at: services.at }
  const ended = await onCurrentTask(services, task, (current) =>
    submissions.dismissAppeal(services.table, submission, current, verdict),
  )
  return ended === null
}

const day = 86_400_000

/** Milliseconds after which a submission that waits, or could not be decided, is looked at again. */
const recheck = 3_600_000

const recheckAt = (now: number) => new Date(now + recheck).toISOString()

const approveOne: Decide = async (services, submission, task) => {
  const { at, log, now, table } = services
  const verdict = {
    reviewedBy: null,
    reviewNotes: `Approved automatically: not reviewed within ${task.reviewDays} ${task.reviewDays === 1 ? 'day' : 'days'}.`,
    at,
  }
  const reject = (reviewNotes: string) =>
    onCurrentTask(services, task, (current) =>
      submissions.reject(table, submission, current, { ...verdict, reviewNotes }),
    )
  const waitsFor = await waitReason(table, submission, at)
  const isOver = waitsFor && Date.parse(at) >= approvalsEnd(task)
  const outcome = isOver
    ? 'late'
    : (waitsFor ??
      (await approve(services, submission, task, verdict, refuseSilentPay(submission, task.reward, at))))
  switch (outcome) {
    case null:
      log.info('submission approved automatically', { submissionId: submission.id })
      return true
    case 'late':
    case 'refunded':
      await reject(lateNotes)
      return false
    case 'reviewed':
      return false
    case 'unfunded':
    case 'full':
    case 'payout':
    case 'ceiling':
      throw new Error(`The submission cannot be approved: ${outcome}`)
    default:
      // Nobody links a wallet for a task that is closed: its money must not wait for that.
      if (outcome === 'wallet' && task.closedAt) await reject(noWalletNotes)
      else await submissions.wait(table, submission, outcome, recheckAt(now()))
      return false
  }
}

/** Milliseconds since the time to review has ended. `at` in ISO 8601. */
const lateness = ({ reviewBy }: submissions.StoredSubmission, at: string) =>
  Date.parse(at) - Date.parse(reviewBy)

/**
 * Why the automatic approval of a submission waits for an admin, or null. Except for a suspended doer, it waits at most
 * `waits.days`, so that an admin who does not decide costs nobody their reward. `at` in ISO 8601.
 */
export async function waitReason(table: Table, submission: submissions.StoredSubmission, at: string) {
  const { id, userId } = submission
  const doer = await users.get(table, userId)
  if (!doer || doer.suspended) return 'suspension'
  const late = lateness(submission, at)
  if (late >= waits.days * day) return null
  const reported = [{ kind: 'submission', id } as const, { kind: 'user', id: userId } as const]
  if (late < waits.reportDays * day && (await reports.isAnyHolding(table, reported))) return 'report'
  const [equal = []] = await equalTo(table, [submission])
  return equal.some((other) => other < id) ? 'same-proof' : null
}

/** Refuses, for as long, what is more than a newcomer may get without a review. */
const refuseSilentPay =
  (submission: submissions.StoredSubmission, reward: number, at: string) => (doer: users.StoredUser) =>
    !doer.trusted &&
    users.silentPayAfter(doer, reward, at).cents > silentPay &&
    lateness(submission, at) < waits.days * day
      ? 'newcomer'
      : null

/** Approves submissions whose time to review has ended. */
export const approveOverdue = verdictJob('automatic approvals', ['reviews', 'waiting'], approveOne)

/** Ends the time to appeal of rejected submissions. */
export const endAppealTimes = verdictJob('ends of the time to appeal', ['appealable'], endAppealTime)

/** Dismisses the open appeals that nobody decided in time: their rejections stand. */
export const endLateAppeals = job(
  'late appeals',
  async ({ at, table }) => {
    const open = await submissions.inQueue(table, 'appeals', mostAppeals)
    return open.filter(({ ends }) => ends && ends <= at)
  },
  decideWith(dismissLate),
)
