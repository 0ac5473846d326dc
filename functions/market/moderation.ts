import type { Input } from '../../domain/api.ts'
import type { AuditAction } from '../../domain/audit.ts'
import { AppError } from '../../domain/errors.ts'
import { auditPage, reports as limits } from '../../domain/limits.ts'
import { isUndecided } from '../../domain/submission.ts'
import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { UserContext } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import * as audit from '../table/audit.ts'
import * as reports from '../table/reports.ts'
import * as submissions from '../table/submissions.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'

const isoTime = ({ now }: UserContext) => new Date(now()).toISOString()

/** Saves the caller's report of a task, a submission or a person. @throws invalid, conflict, tooManyRequests */
export async function report(
  context: UserContext,
  { reason, words }: Input<'POST /api/reports'>,
  { reported }: SubjectOf<'POST /api/reports'>,
) {
  const { now, table, user } = context
  if (reported.personId === user.id)
    throw new AppError('invalid', 'You cannot report yourself or your own work')
  const throttle = { name: `reports:${user.id}`, limit: limits.perDay, seconds: 24 * 3600 }
  const wait = await throttles.count(table, [throttle], now() / 1000)
  if (wait !== null)
    throw new AppError(
      'tooManyRequests',
      `You can send ${limits.perDay} reports a day. Please try again tomorrow.`,
      undefined,
      wait,
    )
  const value = { by: user.id, reason, words: words ?? null, createdAt: isoTime(context) }
  // A fresh account must not be able to delay the payment of others.
  const holds = Boolean(user.completedTasks) || (await tasks.createdBy(table, user.id, 1)).length > 0
  if (!(await reports.add(table, reported, value, holds)))
    throw new AppError('conflict', 'You have already reported this. An admin will look at it.')
  return {}
}

/** Open cases, each with some of its reports, for admins. Those about the admin are left out, to protect who reported them. */
export async function listCases({ table, user }: UserContext, { cursor }: Input<'GET /api/admin/reports'>) {
  const { cases: found, next } = await reports.open(table, limits.cases, cursor)
  const cases = found.filter(({ personId }) => personId !== user.id)
  const reportsOf = await mapWithConcurrency(cases, (one) => reports.of(table, one, limits.shown))
  const people = await users.getAll(
    table,
    cases.flatMap(({ personId }, at) => [personId, ...(reportsOf[at] ?? []).map(({ by }) => by)]),
  )
  const about = await tasks.getAll(
    table,
    cases.flatMap(({ taskId }) => taskId ?? []),
  )
  return {
    page: cases.map(({ personId, taskId, ...one }, at) => {
      const person = people.get(personId)
      const task = about.get(taskId ?? '')
      return {
        ...one,
        person: {
          id: personId,
          username: person?.username ?? personId,
          suspended: person?.suspended === true,
          profileHidden: person?.profileHidden === true,
        },
        task: task ? { id: task.id, title: task.title, hidden: task.hidden === true } : null,
        reports: (reportsOf[at] ?? []).map((value) => ({
          ...value,
          byName: people.get(value.by)?.username ?? null,
        })),
      }
    }),
    ...(next && { next }),
  }
}

/** Closes the case of a subject without any other action. @throws conflict if another admin has closed it */
export async function dismiss(
  context: UserContext,
  { reason }: Input<'POST /api/admin/reports/dismiss'>,
  { reported: { id, kind } }: SubjectOf<'POST /api/admin/reports/dismiss'>,
) {
  const entry = audit.entry(context, { action: 'dismiss-reports', subject: { kind, id }, reason })
  if (!(await reports.dismiss(context.table, { kind, id }, [entry])))
    throw new AppError('conflict', 'There is no open report of this. Please reload.')
  return {}
}

/** Hides a task, or shows it again. @throws conflict if another admin did so meanwhile */
export async function setVisibility(
  context: UserContext,
  { hidden, reason }: Input<'POST /api/admin/tasks/{id}/visibility'>,
  { task: { id } }: SubjectOf<'POST /api/admin/tasks/{id}/visibility'>,
) {
  const { now, table } = context
  const entry = audit.entry(context, {
    action: hidden ? 'hide' : 'unhide',
    subject: { kind: 'task', id },
    reason,
  })
  // A task may become full or closed at the same time. Both happen at most once, so the loop ends.
  for (;;) {
    const task = await tasks.get(table, id)
    if (!task) throw new AppError('notFound', 'There is no such task')
    if ((task.hidden === true) === hidden)
      throw new AppError('conflict', `This task is already ${hidden ? 'hidden' : 'visible'}. Please reload.`)
    const isWritten = hidden
      ? await tasks.hide(table, task, { reason, at: isoTime(context) }, [entry])
      : await tasks.listAgain(table, task, 'hiddenAt', now(), [entry])
    if (isWritten) return (await tasks.get(table, id)) ?? task
  }
}

/** The submissions of each of two people that are looked at for a case between them, newest first. */
const lookedAt = 500

/** True if one of two people has a submission to a task of the other, and it may still be approved. */
async function haveCase({ now, table }: UserContext, one: string, other: string): Promise<boolean> {
  const ofBoth = await Promise.all([one, other].map((id) => submissions.submittedBy(table, id, lookedAt)))
  return ofBoth.flat().some((made) => [one, other].includes(made.creatorId) && isUndecided(made, now()))
}

/**
 * Suspends a user, or ends the suspension. While a person is suspended, they review nothing and their proofs wait for an
 * admin. So an admin who has a case with this person could decide it by a suspension.
 * @throws forbidden for an admin who has a case with this person; conflict if another admin did so meanwhile
 */
export async function setSuspension(
  context: UserContext,
  { suspended, reason }: Input<'POST /api/admin/users/{userId}/suspension'>,
  { user: { id } }: SubjectOf<'POST /api/admin/users/{userId}/suspension'>,
) {
  if (await haveCase(context, context.user.id, id))
    throw new AppError(
      'forbidden',
      'You and this person have a proof that is not decided yet. Please ask another admin.',
    )
  return moderate(context, id, {
    ...{ state: 'suspended', action: suspended ? 'suspend' : 'unsuspend', reason, isOn: suspended },
    refusal: `This account is ${suspended ? 'suspended already' : 'not suspended'}. Please reload.`,
  })
}

/** Hides the bio and the picture of a user, or shows them again. @throws conflict if another admin did so meanwhile */
export const setProfileVisibility = (
  context: UserContext,
  { hidden, reason }: Input<'POST /api/admin/users/{userId}/visibility'>,
  { user: { id } }: SubjectOf<'POST /api/admin/users/{userId}/visibility'>,
) =>
  moderate(context, id, {
    ...{ state: 'profileHidden', action: hidden ? 'hide-profile' : 'show-profile', reason, isOn: hidden },
    refusal: `This profile is already ${hidden ? 'hidden' : 'visible'}. Please reload.`,
  })

interface Moderation {
  state: 'suspended' | 'profileHidden'
  isOn: boolean
  action: AuditAction
  reason: string
  /** Why the action changes nothing. */
  refusal: string
}

async function moderate(
  context: UserContext,
  id: string,
  { action, isOn, reason, refusal, state }: Moderation,
) {
  const { table } = context
  const entry = audit.entry(context, { action, subject: { kind: 'user', id }, reason })
  const change = { state, reason: isOn ? reason : null }
  if (!(await users.moderate(table, id, change, isoTime(context), [entry])))
    throw new AppError('conflict', refusal)
  const after = await users.get(table, id)
  if (!after) throw new AppError('notFound', 'There is no such user')
  return after
}

export async function listAudit({ now, table }: UserContext, { cursor }: Input<'GET /api/admin/audit'>) {
  const { entries, next } = await audit.list(table, now(), auditPage, cursor)
  return { page: await withNames(table, entries), ...(next && { next }) }
}

/** Adds the names of admins and subjects to entries of the audit log. */
export async function withNames(table: Table, entries: audit.StoredEntry[]) {
  const idsOf = (kind: string) => entries.flatMap(({ subject }) => (subject.kind === kind ? subject.id : []))
  const [people, about] = await Promise.all([
    users.namesOf(table, [...entries.flatMap(({ by }) => by ?? []), ...idsOf('user')]),
    tasks.getAll(table, idsOf('task')),
  ])
  return entries.map((entry) => ({
    ...entry,
    byName: people.get(entry.by ?? '') ?? null,
    subjectName: people.get(entry.subject.id) ?? about.get(entry.subject.id)?.title ?? null,
  }))
}
