import { type JobContext, job } from '../runtime/job.ts'
import * as notifications from '../table/notifications.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'

const [minute, day] = [60_000, 86_400_000]

/** Milliseconds for which a submission can be reminded of: longer than the schedule ever pauses in normal use. */
const window = 30 * minute

/** Submissions that one run looks at. */
const batchSize = 500

/**
 * Tells posters a day before proofs are approved automatically: once for each task and day. Tasks with one day to review are
 * left out, because the arrival of a proof says the same.
 */
export const remindOfReviews = job(
  'review reminders',
  dueReminders,
  ({ now, table }, { draft, name, userId }) => notifications.add(table, userId, name, draft, now()),
)

async function dueReminders({ now, table }: JobContext) {
  const after = new Date(now() + day - window).toISOString()
  const end = new Date(now() + day).toISOString()
  const pending = await submissions.inQueue(table, 'reviews', batchSize, { after })
  const due = pending.filter(({ reviewBy }) => reviewBy <= end)
  const found = await tasks.ofItems(table, due)
  const first = new Map(due.toReversed().map(({ reviewBy, taskId }) => [taskId, reviewBy]))
  const reminders = [...found.values()]
    .filter(({ reviewDays }) => reviewDays > 1)
    .map(({ creatorId: userId, id, title: taskTitle }) => {
      const until = first.get(id) ?? ''
      const draft = { kind: 'review-due', taskId: id, taskTitle, until } as const
      return { id, userId, name: `${id}#${until.slice(0, 10)}`, draft }
    })
  return notifications.missing(table, reminders)
}
