import { api, type Input, type RouteKey } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { rules, type Subject, suspendedRefusal } from '../../domain/permissions.ts'
import { canReadSubmission } from '../../domain/review-rights.ts'
import type { Access, Row } from '../../domain/route.ts'
import { canSeeTask } from '../../domain/task.ts'
import type { Context } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'

/** The part of a row's access that can be checked before the subject is loaded. */
export const beforeSubject = (access: Access) =>
  access === 'anyone' ? access : ['admin', 'arbiter', 'moderator'].includes(access) ? 'admin' : 'user'

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

/** @throws forbidden if the row refuses suspended users and the caller is one */
export function checkNotSuspended({ suspended }: Row, { user }: Context): void {
  if (suspended && user?.suspended) throw new AppError('forbidden', suspendedRefusal)
}

/**
 * Loads what a call is about and checks the row's access. The only place of the product where those permissions are enforced.
 * @throws notFound, also for what the caller may not see; unauthenticated; forbidden
 */
export async function loadSubject<K extends RouteKey>(context: Context, route: K, input: Input<K>) {
  return (await load(context, api[route], input)) as SubjectOf<K>
}

const notFound = (kind: string) => new AppError('notFound', `There is no such ${kind}`)

/** The task, if the caller may see it. Its submitters may see a hidden task too. @throws notFound */
async function visibleTask({ table, user }: Context, id: string) {
  const task = await tasks.get(table, id)
  if (!task || !canSeeTask(user, task)) throw notFound('task')
  const isOwn = user?.isAdmin || user?.id === task.creatorId
  if (task.hidden && !isOwn && !(user && (await submissions.getOf(table, id, user.id))))
    throw notFound('task')
  return task
}

async function load(context: Context, { access, subject }: Row, input: object) {
  const { table } = context
  const field = (name: string) => String(new Map(Object.entries(input)).get(name))
  if (!subject) return undefined
  if ('task' in subject) {
    const task = await visibleTask(context, field(subject.task))
    checkAccess(access, context, { task })
    if (access === 'creator' || access === 'moderator') await checkNoCompetitor(context, task)
    return { task }
  }
  if ('user' in subject) {
    const user = await users.get(table, field(subject.user))
    if (!user) throw notFound('user')
    checkAccess(access, context, { user })
    return { user }
  }
  if ('reported' in subject) {
    const [kind = '', id = ''] = subject.reported.map(field)
    const { task, submission, user } = await loadReported(context, kind, id)
    checkAccess(access, context, { task, submission, user })
    const personId = submission?.userId ?? task?.creatorId ?? user?.id
    return { reported: { kind, id, personId, taskId: task?.id ?? null } }
  }
  const [ofTask = '', ofUser = ''] = 'submissionOf' in subject ? subject.submissionOf.map(field) : []
  const submission =
    'submission' in subject
      ? await submissions.get(table, field(subject.submission))
      : await submissions.getOf(table, ofTask, ofUser)
  const taskId = submission?.taskId ?? ofTask
  const task = taskId ? await tasks.get(table, taskId) : undefined
  if (!task) throw notFound('submission')
  checkAccess(access, context, { task, submission })
  if (!submission) throw new AppError('notFound', 'This user has not submitted proof for this task')
  if (access === 'reviewer' || access === 'arbiter') await checkNoCompetitor(context, task, submission)
  return { submission, task }
}

/** An admin who does a task too competes for its places with the others who do it. @throws forbidden */
async function checkNoCompetitor(
  { table, user }: Context,
  { creatorId, id }: tasks.StoredTask,
  submission?: submissions.StoredSubmission,
) {
  if (!user || user.id === creatorId || user.id === submission?.userId) return
  if (await submissions.getOf(table, id, user.id))
    throw new AppError('forbidden', 'You have submitted proof to this task too. Please ask another admin.')
}

/** The task, the submission with its task, or the user of this id. @throws notFound, also for what the caller may not see */
async function loadReported(context: Context, kind: string, id: string) {
  const { table, user: viewer } = context
  if (kind === 'task') return { task: await visibleTask(context, id) }
  if (kind === 'user') {
    const user = await users.get(table, id)
    if (!user) throw notFound('user')
    return { user }
  }
  const submission = await submissions.get(table, id)
  const task = submission && (await tasks.get(table, submission.taskId))
  if (!viewer || !task || !canReadSubmission(viewer, submission, task)) throw notFound('submission')
  return { submission, task }
}
