import { listBytes, lists } from '../../domain/limits.ts'
import type { UserContext } from '../context.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import * as users from '../table/users.ts'
import { namesFor } from './submission-names.ts'
import { shown } from './tasks.ts'
import { truncateToBytes } from './truncate-to-bytes.ts'

/** The newest of everything, 500 of each list or as many as `listBytes` holds, with exact totals. */
export async function dashboard({ table }: UserContext) {
  const newest = lists.newest
  const [allUsers, allTasks, allSubmissions, sums] = await Promise.all([
    users.newest(table, newest),
    tasks.newest(table, newest),
    submissions.newest(table, newest),
    totals.read(table),
  ])
  const listed = truncateToBytes(allSubmissions, listBytes)
  return {
    users: truncateToBytes(allUsers, listBytes),
    tasks: truncateToBytes(allTasks.map(shown), listBytes),
    submissions: listed.map(await namesFor(table, listed)),
    totals: sums,
  }
}
