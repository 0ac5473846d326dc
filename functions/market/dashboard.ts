import { listBytes, lists } from '../../domain/limits.ts'
import { refundOf } from '../../domain/refund.ts'
import type { Dashboard } from '../../domain/views.ts'
import type { UserContext } from '../context.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import { namesFor } from './submission-names.ts'
import { shown } from './tasks.ts'
import { truncateToBytes } from './truncate-to-bytes.ts'

/**
 * Both sides of the caller's work: their submissions with their tasks, their tasks with their submissions; of each kind
 * the newest 500, or as many as `listBytes` holds. What waits for the caller's review comes before all else, oldest
 * first: no flood of submissions or tasks can push it out.
 */
export async function dashboard({ table, user }: UserContext): Promise<Dashboard> {
  const { newest } = lists
  const [mine, created, pending, decided, totals] = await Promise.all([
    submissions.submittedBy(table, user.id, newest),
    tasks.createdBy(table, user.id, newest),
    submissions.toReviewBy(table, user.id, newest),
    submissions.reviewedFor(table, user.id, newest),
    users.earnings(table, user.id),
  ])
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
    return { ...one, task: task ? shown(task) : null }
  })
  const listedWork = truncateToBytes([...pending, ...decided], listBytes)
  const received = Map.groupBy(listedWork.map(await namesFor(table, listedWork)), ({ taskId }) => taskId)
  const waiting = new Set(pending.map(({ taskId }) => taskId))
  const all = [...created, ...further.values()].toSorted(
    (a, b) => Number(waiting.has(b.id)) - Number(waiting.has(a.id)),
  )
  return {
    submissions: truncateToBytes(submitted, listBytes),
    createdTasks: truncateToBytes(all.map(asCreated), listBytes)
      .toSorted((a, b) => b.id.localeCompare(a.id))
      .map((task) => ({ ...task, submissions: received.get(task.id) ?? [] })),
    totals,
  }
}

/** A task for its creator: with its escrow's terms, and its refund once it is closed. */
const asCreated = (task: tasks.StoredTask) => ({
  ...shown(task),
  escrow: { funder: task.funder, salt: task.salt, refundableAt: task.refundableAt },
  refund: task.closedAt ? refundOf(task) : null,
})
