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
export async function dashboard({ table }: UserContext) {
  const [allUsers, allTasks, allSubmissions, sums] = await Promise.all([
    users.newest(table, lists.newest),
    tasks.newest(table, lists.newest),
    submissions.newest(table, lists.newest),
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
