import type { Submission } from '../../domain/submission.ts'
import { approvalsEnd, type Task } from '../../domain/task.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Services } from '../runtime/context.ts'
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

/** Milliseconds after which a submission that waits, or could not be decided, is looked at again. */
const recheck = 3_600_000

const lateNotes = 'Nobody could approve this before approvals of the task ended, so it is not paid.'

/** Approves submissions whose time to review has ended. @returns how many were approved */
export const approveOverdue = (services: Services): Promise<number> =>
  decideQueued(services, ['due', 'waiting'], approveOne)

/** Ends the time to appeal of rejected submissions. @returns how many ended */
export const endAppealTimes = (services: Services): Promise<number> =>
  decideQueued(services, ['appealable'], async (submission, task, at) => {
    const ended = await onCurrentTask(services, task, (current) =>
      submissions.endAppealTime(services.table, submission, current, at),
    )
    return ended === null
  })

/** Dismisses the open appeals of tasks whose approvals have ended: their rejections stand. @returns how many */
export async function endLateAppeals(services: Services): Promise<number> {
  const { now, table } = services
  const at = new Date(now()).toISOString()
  const open = await submissions.inQueue(table, 'appeals', mostAppeals)
  const late = open.filter(({ ends }) => ends && ends <= at)
  return decideEach(services, late, async (submission, task) => {
    const verdict = { reviewedBy: null, reviewNotes: lateNotes, at }
    const ended = await onCurrentTask(services, task, (current) =>
      submissions.endAppeal(table, submission, current, 'dismissed', verdict),
    )
    return ended === null
  })
}

type Decide = (
  submission: submissions.StoredSubmission,
  task: tasks.StoredTask,
  at: string,
  services: Services,
) => Promise<boolean>

async function decideQueued(
  services: Services,
  queues: ('due' | 'waiting' | 'appealable')[],
  decide: Decide,
): Promise<number> {
  const at = new Date(services.now()).toISOString()
  const found = await Promise.all(
    queues.map((queue) => submissions.inQueue(services.table, queue, batchSize, at)),
  )
  return decideEach(services, found.flat(), decide)
}

/** Decides each submission. An error with one is logged, and that one is looked at again later. @returns how many were decided */
async function decideEach(
  services: Services,
  queued: submissions.Pointer[],
  decide: Decide,
): Promise<number> {
  const { log, now, table } = services
  let decided = 0
  await mapWithConcurrency(queued, async (pointer) => {
    const at = new Date(now()).toISOString()
    try {
      const [submission, task] = await Promise.all([
        submissions.getOf(table, pointer.taskId, pointer.userId),
        tasks.get(table, pointer.taskId),
      ])
      if (!submission || !task) throw new Error('The submission or its task does not exist')
      if (await decide(submission, task, at, services)) decided++
    } catch (error) {
      log.error('submission not decided', { submissionId: pointer.id, error: error as Error })
      // The queue `appeals` is read as a whole, so that one of its items delays no others.
      if (!pointer.ends) await submissions.postpone(table, pointer, recheckAt(now()))
    }
  })
  return decided
}

const recheckAt = (now: number) => new Date(now + recheck).toISOString()

async function approveOne(
  submission: submissions.StoredSubmission,
  task: tasks.StoredTask,
  at: string,
  services: Services,
): Promise<boolean> {
  const { log, now, table } = services
  const verdict = {
    reviewedBy: null,
    reviewNotes: `Approved automatically: not reviewed within ${task.reviewDays} ${task.reviewDays === 1 ? 'day' : 'days'}.`,
    at,
  }
  const isOver = Date.parse(at) >= approvalsEnd(task)
  const outcome = isOver
    ? 'late'
    : ((await waitReason(table, submission, task)) ?? (await approve(services, submission, task, verdict)))
  switch (outcome) {
    case null:
      log.info('submission approved automatically', { submissionId: submission.id })
      return true
    case 'late':
    case 'refunded':
      await onCurrentTask(services, task, (current) =>
        submissions.reject(table, submission, current, { ...verdict, reviewNotes: lateNotes }),
      )
      return false
    case 'reviewed':
      return false
    case 'unfunded':
    case 'full':
    case 'payout':
      throw new Error(`The submission cannot be approved: ${outcome}`)
    default:
      await submissions.wait(table, submission, outcome, recheckAt(now()))
      return false
  }
}

/** Why the automatic approval waits for an admin, or null. */
async function waitReason(table: Table, submission: submissions.StoredSubmission, task: tasks.StoredTask) {
  const blocked = await blockOf(table, submission, task)
  if (blocked) return blocked
  const [counted] = await submissions.withSameProof(table, [submission])
  return counted && counted.sameProof > 0 ? 'same-proof' : null
}

/** Why a submission cannot be approved automatically for now: an open report of it or its doer, or a suspended person. */
export async function blockOf(
  table: Table,
  submission: Pick<Submission, 'id' | 'userId'>,
  task: Pick<Task, 'creatorId'>,
): Promise<'report' | 'suspension' | null> {
  const people = await users.getAll(table, [submission.userId, task.creatorId])
  if ([...people.values()].some(({ suspended }) => suspended)) return 'suspension'
  const isReported = await reports.isAnyOpen(table, [
    { kind: 'submission', id: submission.id },
    { kind: 'user', id: submission.userId },
  ])
  return isReported ? 'report' : null
}
