import { api, type RouteKey } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { rules } from '../../domain/permissions.ts'
import type { Submission } from '../../domain/submission.ts'
import { canSeeTask } from '../../domain/task.ts'
import type { Context, UserContext } from '../context.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'

/** A task that the caller may see. @throws notFound, also for other people's drafts */
export async function visibleTask({ table, user }: Context, id: string): Promise<tasks.StoredTask> {
  const found = await tasks.get(table, id)
  if (!found || !canSeeTask(user, found)) throw new AppError('notFound', 'There is no such task')
  return found
}

/** The task that the caller is about to close. @throws notFound, forbidden */
export async function taskToClose(context: UserContext, id: string): Promise<tasks.StoredTask> {
  const task = await visibleTask(context, id)
  const rule = rules[api['POST /api/tasks/{id}/close'].access]
  if (!rule.permits(context.user, { task })) throw new AppError('forbidden', rule.refusal)
  return task
}

/** The routes that are about a submission. */
type SubmissionRoute = {
  [K in RouteKey]: (typeof api)[K]['access'] extends 'reader' | 'reviewer' ? K : never
}[RouteKey]

/**
 * The submission that a call is about, and its task, for callers whom the route's row permits. The one place where
 * those permissions are enforced.
 * @throws notFound, forbidden
 */
export async function subjectOf(
  { table, user }: UserContext,
  route: SubmissionRoute,
  named: { id: string } | { taskId: string; recipientId: string },
): Promise<{ submission: Submission; task: tasks.StoredTask }> {
  const known = 'id' in named ? await submissions.get(table, named.id) : undefined
  const taskId = 'id' in named ? known?.taskId : named.taskId
  const task = taskId ? await tasks.get(table, taskId) : undefined
  if (!task) throw new AppError('notFound', 'There is no such submission')
  const rule = rules[api[route].access]
  if (!rule.permits(user, { task, submission: known })) throw new AppError('forbidden', rule.refusal)
  const submission = 'id' in named ? known : await submissions.of(table, task.id, named.recipientId)
  if (!submission) throw new AppError('notFound', 'This user has not submitted proof for this task')
  return { submission, task }
}
