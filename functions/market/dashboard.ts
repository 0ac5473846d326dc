import { listBytes, lists } from '../../domain/limits.ts'
import type { Submission } from '../../domain/submission.ts'
import type { Dashboard } from '../../domain/views.ts'
import type { UserContext } from '../context.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import { newestThatFit } from './newest-that-fit.ts'
import { shown } from './tasks.ts'

/**
 * Both sides of the caller's work: their submissions with their tasks, their tasks with their submissions; of each kind
 * the newest 500, or as many as `listBytes` holds.
 */
export async function dashboard({ table, user }: UserContext): Promise<Dashboard> {
  const newest = lists.adminNewest
  const [mine, created, toReview] = await Promise.all([
    submissions.submittedBy(table, user.id, newest),
    tasks.createdBy(table, user.id, newest),
    submissions.toReviewBy(table, user.id, newest),
  ])
  const submittedTo = await tasks.getAll(
    table,
    mine.map((one) => one.taskId),
  )
  const submitted = mine.map((one) => {
    const task = submittedTo.get(one.taskId)
    return { ...one, task: task ? shown(task) : null }
  })
  const byTask = Map.groupBy(newestThatFit(toReview, listBytes), (one: Submission) => one.taskId)
  return {
    submissions: newestThatFit(submitted, listBytes),
    createdTasks: newestThatFit(created.map(shown), listBytes).map((task) => ({
      ...task,
      submissions: byTask.get(task.id) ?? [],
    })),
  }
}
