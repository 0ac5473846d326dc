import { listBytes, lists } from '../../domain/limits.ts'
import { refundOf } from '../../domain/refund.ts'
import type { Dashboard } from '../../domain/views.ts'
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
 */
export async function dashboard({ table, user }: UserContext): Promise<Dashboard> {
  const [mine, created, pending, decided, counts] = await Promise.all([
    submissions.submittedBy(table, user.id, lists.newest),
    tasks.createdBy(table, user.id, lists.newest),
    submissions.toReviewBy(table, user.id, lists.newest),
    submissions.reviewedFor(table, user.id, lists.newest),
    users.ownCounts(table, user.id),
  ])
  const listed = new Set(created.map(({ id }) => id))
  const [submittedTo, further] = await Promise.all([
    tasks.ofItems(table, mine),
    tasks.ofItems(
      table,
      pending.filter(({ taskId }) => !listed.has(taskId)),
    ),
  ])
  const submitted = mine.map((one) => {
    const task = submittedTo.get(one.taskId)
    return { ...one, task: task ? taskAnswer(task) : null }
  })
  const counted = await submissions.withSameProof(table, pending)
  const receivedWork = truncateToBytes([...counted, ...decided], listBytes)
  const received = Map.groupBy(receivedWork.map(await namesFor(table, receivedWork)), ({ taskId }) => taskId)
  const toReview = new Set(pending.map(({ taskId }) => taskId))
  const all = [...created, ...further.values()].toSorted(
    (a, b) => Number(toReview.has(b.id)) - Number(toReview.has(a.id)),
  )
  return {
    submissions: truncateToBytes(submitted, listBytes),
    createdTasks: truncateToBytes(all.map(createdTaskAnswer), listBytes)
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
      .map((task) => ({ ...task, submissions: received.get(task.id) ?? [] })),
    totals: { completed: counts.completed, earned: counts.earned },
  }
}

/** A task as its creator sees it: with the terms of its escrow, and with its refund once it is closed. */
export const createdTaskAnswer = (task: tasks.StoredTask) => ({
  ...taskAnswer(task),
  escrow: { funder: task.funder, salt: task.salt, refundableAt: task.refundableAt },
  refund: task.closedAt ? refundOf(task) : null,
  isEditable: tasks.isEditable(task),
})
