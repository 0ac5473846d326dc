import type { Input } from '../../domain/api.ts'
import { listBytes, lists } from '../../domain/limits.ts'
import { refundOf } from '../../domain/refund.ts'
import type { Dashboard } from '../../domain/views.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { UserContext } from '../runtime/context.ts'
import { truncateToBytes } from '../runtime/truncate-to-bytes.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import { namesFor } from './submissions.ts'
import { taskAnswer } from './tasks.ts'

/**
 * The caller's submissions with their tasks, and the caller's tasks with their submissions: the newest 500 of each, and at
 * most `listBytes` of each list. Submissions that the caller has to review come first, oldest first, so that many newer
 * submissions or tasks cannot push them out of the answer.
 *
 * The first part has the first rows of each list in the order of the pages: the submissions that have waited longest with their
 * tasks and, if no others wait, the newest tasks. Each of these tasks has all its submissions. If one of them has
 * `lists.partOfTask` or more, the first part is everything.
 */
export async function dashboard(
  context: UserContext,
  { part }: Input<'GET /api/dashboard'>,
): Promise<Dashboard> {
  const { table, user } = context
  const newest = part ? lists.part : lists.newest
  const [mine, newestTasks, pending, decided, totals] = await Promise.all([
    submissions.submittedBy(table, user.id, newest),
    tasks.createdBy(table, user.id, newest),
    submissions.toReviewBy(table, user.id, newest),
    part ? [] : submissions.reviewedFor(table, user.id, newest),
    users.earnings(table, user.id),
  ])
  const created = part && pending.length === newest ? [] : newestTasks
  const listed = new Set(created.map(({ id }) => id))
  const [submittedTo, further] = await Promise.all([
    tasks.getAll(
      table,
      mine.map(({ taskId }) => taskId),
    ),
    tasks.getAll(
      table,
      pending.map(({ taskId }) => taskId).filter((id) => !listed.has(id)),
    ),
  ])
  const submitted = mine.map((one) => {
    const task = submittedTo.get(one.taskId)
    return { ...one, task: task ? taskAnswer(task) : null }
  })
  const shown = [...created, ...further.values()]
  const ofShown = part
    ? await mapWithConcurrency(shown, ({ id }) => submissions.ofTask(table, id, lists.partOfTask))
    : [pending, decided]
  if (!ofShown.every((several) => several !== null)) return dashboard(context, {})
  const newestFirst = ofShown.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
  const { waiting = [], others = [] } = Object.groupBy(newestFirst, ({ status }) =>
    status === 'pending' ? 'waiting' : 'others',
  )
  const counted = await submissions.withSameProof(table, waiting.toReversed())
  const receivedWork = truncateToBytes([...counted, ...others], listBytes)
  const received = Map.groupBy(receivedWork.map(await namesFor(table, receivedWork)), ({ taskId }) => taskId)
  const toReview = new Set(waiting.map(({ taskId }) => taskId))
  const all = shown.toSorted((a, b) => Number(toReview.has(b.id)) - Number(toReview.has(a.id)))
  return {
    submissions: truncateToBytes(submitted, listBytes),
    createdTasks: truncateToBytes(all.map(createdTaskAnswer), listBytes)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map((task) => ({ ...task, submissions: received.get(task.id) ?? [] })),
    totals,
  }
}

/** A task as its creator sees it: with the terms of its escrow, and with its refund once it is closed. */
const createdTaskAnswer = (task: tasks.StoredTask) => ({
  ...taskAnswer(task),
  escrow: { funder: task.funder, salt: task.salt, refundableAt: task.refundableAt },
  refund: task.closedAt ? refundOf(task) : null,
  isEditable: tasks.isEditable(task),
})
