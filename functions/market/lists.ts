import type { Input, Output } from '../../domain/api.ts'
import { lists } from '../../domain/limits.ts'
import { inReviewOrder } from '../../domain/submission.ts'
import type { UserContext } from '../runtime/context.ts'
import type { SubjectOf } from '../runtime/subject.ts'
import type { QueueName } from '../table/queue.ts'
import * as scorecards from '../table/scorecards.ts'
import * as submissions from '../table/submissions.ts'
import type { Table } from '../table/table.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import * as users from '../table/users.ts'
import { createdTaskAnswer } from './dashboard.ts'
import { byId, readPage, type Source } from './pages.ts'
import { namesFor } from './submissions.ts'
import { taskAnswer } from './tasks.ts'

/** Lists of the web app: pages of at most `lists.page` rows, and the exact counts beside them. */

type Stored = submissions.StoredSubmission

/** The counts and sums of the caller as doer and poster. */
export async function summary({ now, table, user }: UserContext) {
  const [own, counted] = await Promise.all([
    users.ownCounts(table, user.id),
    scorecards.dashboardCounts(table, user.id, lists.earningsWeeks, now()),
  ])
  return { ...own, ...counted }
}

/** The caller's submissions with their tasks, newest first. */
export async function ownSubmissions(
  { table, user }: UserContext,
  { cursor, status }: Input<'GET /api/user/submissions'>,
) {
  const source = byId((limit, below) => submissions.submittedBy(table, user.id, limit, below))
  const { items, next } = await readPage([source], cursor, async (some) =>
    some.filter((one) => !status || one.status === status),
  )
  const found = await tasksOf(table, items)
  const page = items.map((one) => ({ ...one, task: found.get(one.taskId) ?? null }))
  return { page, ...(next && { next }) }
}

async function tasksOf(table: Table, of: { taskId: string }[]) {
  const found = await tasks.getAll(
    table,
    of.map(({ taskId }) => taskId),
  )
  return new Map([...found].map(([id, task]) => [id, taskAnswer(task)]))
}

/** The tasks that the caller has created, newest first, with the numbers of their proofs. */
export async function ownTasks({ now, table, user }: UserContext, { cursor }: Input<'GET /api/user/tasks'>) {
  const source = byId((limit, below) => tasks.createdBy(table, user.id, limit, below))
  const { items, next } = await readPage([source], cursor)
  const page = await Promise.all(
    items.map(async (task) => ({
      ...createdTaskAnswer(task),
      proofs: { total: task.submissions, pending: task.pending, undecided: task.undecided },
      hasUnpaid: await hasUnpaid(table, task, now()),
    })),
  )
  return { page, ...(next && { next }) }
}

/** Whether an approved reward is unpaid, which only matters once the creator's wallet can refund the escrow. */
async function hasUnpaid(table: Table, task: tasks.StoredTask, now: number): Promise<boolean> {
  if (task.refunded || now < task.refundableAt * 1000 || task.completions === 0) return false
  const all = await submissions.ofTask(table, task.id)
  return all.filter(({ transactionHash }) => transactionHash).length < task.completions
}

/** The proofs of a task: pending ones first, the oldest first; then the others, the newest first. */
export async function proofsOfTask(
  { table }: UserContext,
  { cursor }: Input<'GET /api/tasks/{id}/submissions'>,
  { task }: SubjectOf<'GET /api/tasks/{id}/submissions'>,
) {
  const source: Source<Stored> = async (limit, after) => {
    const all = inReviewOrder(await submissions.ofTask(table, task.id))
    const start = after ? all.findIndex(({ id }) => id === after) + 1 : 0
    return all.slice(start, start + limit).map((item) => ({ item, at: item.id }))
  }
  const { items, next } = await readPage([source], cursor)
  const counted = await submissions.withSameProof(table, items)
  return { page: counted.map(await namesFor(table, counted)), ...(next && { next }) }
}

/**
 * The submissions that the caller reviews: for admins all, else those to the caller's own tasks. Pending ones come first, the
 * oldest first; then the others, the newest first. `q` is searched in the task's title and in the notes.
 */
export async function reviews(
  { table, user }: UserContext,
  { cursor, own, q, status }: Input<'GET /api/reviews'>,
): Promise<{ page: Output<'GET /api/reviews'>; next?: string }> {
  const searched = q?.toLowerCase() ?? ''
  const { items, next } = await readPage(
    sourcesOf(table, { ...user, isAdmin: user.isAdmin && !own }, status),
    cursor,
    async (some) => {
      const wanted = some.filter((one) => status === 'all' || one.status === status)
      if (!searched) return wanted
      const titles = await tasksOf(table, wanted)
      return wanted.filter(({ notes, taskId }) =>
        `${titles.get(taskId)?.title ?? ''}\n${notes ?? ''}`.toLowerCase().includes(searched),
      )
    },
  )
  const [counted, found] = await Promise.all([submissions.withSameProof(table, items), tasksOf(table, items)])
  const named = counted.map(await namesFor(table, counted))
  const page = named.map((one) => {
    const { reward, title } = found.get(one.taskId) ?? {}
    return { ...one, task: title === undefined || reward === undefined ? null : { title, reward } }
  })
  return { page, ...(next && { next }) }
}

/** Where the submissions of a status are. Those of all admins that are pending are in two queues. */
function sourcesOf(table: Table, user: users.StoredUser, status: Input<'GET /api/reviews'>['status']) {
  const queue =
    (name: Extract<QueueName, 'reviews' | 'waiting'>): Source<Stored> =>
    async (limit, after) => {
      const pointers = await submissions.inQueue(table, name, limit, after ? { after } : {})
      const found = await submissions.getAll(table, pointers)
      return pointers.flatMap(({ id, position }) => {
        const item = found.get(id)
        return item ? [{ item, at: position }] : []
      })
    }
  const pending = user.isAdmin
    ? [queue('waiting'), queue('reviews')]
    : [byId((limit, above) => submissions.toReviewBy(table, user.id, limit, above))]
  const decided: Source<Stored> = user.isAdmin
    ? async (limit, below) =>
        (await submissions.newest(table, limit, below)).map((one) => ({
          item: one.status === 'pending' ? null : one,
          at: one.id,
        }))
    : byId((limit, below) => submissions.reviewedFor(table, user.id, limit, below))
  return status === 'pending' ? pending : status === 'all' ? [...pending, decided] : [decided]
}

/** All users, newest first. */
export async function allUsers({ table }: UserContext, { cursor }: Input<'GET /api/admin/users'>) {
  const { items, next } = await readPage([byId((limit, below) => users.newest(table, limit, below))], cursor)
  return { page: items, ...(next && { next }) }
}

/** All tasks with the names of their creators, newest first. */
export async function allTasks({ table }: UserContext, { cursor }: Input<'GET /api/admin/tasks'>) {
  const { items, next } = await readPage([byId((limit, below) => tasks.newest(table, limit, below))], cursor)
  const names = await users.namesOf(
    table,
    items.map(({ creatorId }) => creatorId),
  )
  const page = items.map((task) => ({ ...task, creatorName: names.get(task.creatorId) ?? null }))
  return { page, ...(next && { next }) }
}

/** The counts of the whole site, its tasks by category and the newest submissions. */
export async function overview({ table }: UserContext) {
  const [sums, newest] = await Promise.all([totals.read(table), submissions.newest(table, lists.adminRecent)])
  const found = await tasksOf(table, newest)
  const named = newest.map(await namesFor(table, newest))
  return {
    totals: sums,
    categories: totals.tasksByCategory(sums),
    recent: named.map((one) => ({ ...one, taskTitle: found.get(one.taskId)?.title ?? null })),
  }
}
