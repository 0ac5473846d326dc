import type { Input } from '../../domain/api.ts'
import { listBytes, lists } from '../../domain/limits.ts'
import type { UserContext } from '../runtime/context.ts'
import { truncateToBytes } from '../runtime/truncate-to-bytes.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import * as users from '../table/users.ts'
import { namesFor } from './submissions.ts'
import { taskAnswer } from './tasks.ts'

/** The newest users, tasks and submissions: at most 500 of each, and at most `listBytes` of each list; and exact totals. */
export async function dashboard({ table }: UserContext, { part }: Input<'GET /api/admin/dashboard'>) {
  const newest = part ? lists.part : lists.newest
  const [allUsers, allTasks, allSubmissions, sums] = await Promise.all([
    users.newest(table, newest),
    tasks.newest(table, newest),
    submissions.newest(table, newest),
    totals.read(table),
  ])
  const listed = truncateToBytes(allSubmissions, listBytes)
  return {
    users: truncateToBytes(allUsers, listBytes),
    tasks: truncateToBytes(allTasks.map(taskAnswer), listBytes),
    submissions: listed.map(await namesFor(table, listed)),
    totals: sums,
  }
}
