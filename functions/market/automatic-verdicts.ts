import type { Submission } from '../../domain/submission.ts'
import { approvalsEnd, type Task } from '../../domain/task.ts'
import { type JobContext, job } from '../runtime/job.ts'
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
  const verdict = { reviewedBy: null, reviewNotes: lateNotes, at: services.at }
  const ended = await onCurrentTask(services, task, (current) =>
    submissions.dismissAppeal(services.table, submission, current, verdict),
  )
  return ended === null
}

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

/** Approves submissions whose time to review has ended. */
export const approveOverdue = verdictJob('automatic approvals', ['reviews', 'waiting'], approveOne)

/** Ends the time to appeal of rejected submissions. */
export const endAppealTimes = verdictJob('ends of the time to appeal', ['appealable'], endAppealTime)

/** Dismisses the open appeals of tasks whose approvals have ended: their rejections stand. */
export const endLateAppeals = job(
  'late appeals',
  async ({ at, table }) => {
    const open = await submissions.inQueue(table, 'appeals', mostAppeals)
    return open.filter(({ ends }) => ends && ends <= at)
  },
  decideWith(dismissLate),
)
