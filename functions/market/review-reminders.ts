import { mapWithConcurrency } from '../runtime/concurrency.ts'
import type { Services } from '../runtime/context.ts'
import * as notifications from '../table/notifications.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'

const [minute, day] = [60_000, 86_400_000]

/** Milliseconds for which a submission can be reminded of: longer than the schedule ever pauses in normal use. */
const window = 30 * minute

/** Submissions that one run looks at. */
const most = 500

/**
 * Tells posters a day before proofs are approved automatically: once for each task and day. Tasks with one day to review are
 * left out, because the arrival of a proof says the same.
 * @returns how many were told
 */
export async function remindOfReviews({ now, table }: Services): Promise<number> {
  const [from, to] = [day - window, day].map((ahead) => new Date(now() + ahead).toISOString())
  const due = (await submissions.dueAfter(table, from ?? '', most)).filter(({ at }) => at <= (to ?? ''))
  const found = await tasks.getAll(
    table,
    due.map(({ taskId }) => taskId),
  )
  const first = new Map(due.toReversed().map(({ at, taskId }) => [taskId, at]))
  const reminders = [...found.values()]
    .filter(({ reviewDays }) => reviewDays > 1)
    .map(({ creatorId: userId, id: taskId, title: taskTitle }) => {
      const until = first.get(taskId) ?? ''
      const draft = { kind: 'review-due', taskId, taskTitle, until } as const
      return { userId, name: `${taskId}#${until.slice(0, 10)}`, draft }
    })
  const told = await mapWithConcurrency(
    await notifications.missing(table, reminders),
    ({ draft, name, userId }) => notifications.add(table, userId, name, draft, now()),
  )
  return told.filter(Boolean).length
}
