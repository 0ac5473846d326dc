import { type Api, api, type Input, type RouteKey } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { rules, type Subject } from '../../domain/permissions.ts'
import type { Access, Row, SubmissionFields, TaskField } from '../../domain/route.ts'
import type { Submission } from '../../domain/submission.ts'
import { canSeeTask } from '../../domain/task.ts'
import type { Context } from '../context.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'

/** The task or submission that a call of this route is about. It is loaded, and the caller has access to it. */
export type SubjectOf<K extends RouteKey> = Api[K] extends { subject: TaskField }
  ? { task: tasks.StoredTask }
  : Api[K] extends { subject: SubmissionFields }
    ? { submission: Submission; task: tasks.StoredTask }
    : undefined

/** The part of a row's access that can be checked before the subject is loaded. */
export const beforeSubject = (access: Access) => (access === 'anyone' || access === 'admin' ? access : 'user')

/**
 * Refuses a caller whom the route's row does not permit.
 * @param subject what the call is about; without it, only rules that need no subject can permit
 * @throws unauthenticated, forbidden
 */
export function checkAccess(access: Access, { user }: Context, subject: Subject = {}): void {
  if (access === 'anyone') return
  if (!user) throw new AppError('unauthenticated', rules.user.refusal)
  if (!rules[access].permits(user, subject)) throw new AppError('forbidden', rules[access].refusal)
}

/**
 * Loads the task or submission that a call is about and checks the row's access. The only place of the product where
 * those permissions are enforced.
 * @throws notFound, also for a task that the caller may not see; unauthenticated; forbidden
 */
export async function loadSubject<K extends RouteKey>(context: Context, route: K, input: Input<K>) {
  return (await load(context, api[route], input)) as SubjectOf<K>
}

async function load(context: Context, { access, subject }: Row, input: object) {
  const { table, user } = context
  const field = (name: string) => String(new Map(Object.entries(input)).get(name))
  if (!subject) return undefined
  if ('task' in subject) {
    const task = await tasks.get(table, field(subject.task))
    if (!task || !canSeeTask(user, task)) throw new AppError('notFound', 'There is no such task')
    checkAccess(access, context, { task })
    return { task }
  }
  const [ofTask = '', ofUser = ''] = 'submissionOf' in subject ? subject.submissionOf.map(field) : []
  const submission =
    'submission' in subject
      ? await submissions.get(table, field(subject.submission))
      : await submissions.getOf(table, ofTask, ofUser)
  const taskId = submission?.taskId ?? ofTask
  const task = taskId ? await tasks.get(table, taskId) : undefined
  if (!task) throw new AppError('notFound', 'There is no such submission')
  checkAccess(access, context, { task, submission })
  if (!submission) throw new AppError('notFound', 'This user has not submitted proof for this task')
  return { submission, task }
}
