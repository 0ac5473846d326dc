import type { Input } from '../../domain/api.ts'
import { listBytes, lists } from '../../domain/limits.ts'
import { openApi } from '../../domain/openapi.ts'
import type { Context, UserContext } from '../context.ts'
import { cookieName } from '../http/cookies.ts'
import * as submissions from '../table/submissions.ts'
import * as tasks from '../table/tasks.ts'
import * as totals from '../table/totals.ts'
import * as users from '../table/users.ts'
import { namesFor } from './submissions.ts'
import { taskAnswer } from './tasks.ts'
import { truncateToBytes } from './truncate-to-bytes.ts'

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

/** Answers without the table and the chain, so it shows only that the function runs. */
export const health = async ({ now }: Context) => ({
  status: 'ok' as const,
  time: new Date(now()).toISOString(),
})

/** The description of the API in OpenAPI 3.1. */
export const describeApi = async ({ config }: Context): Promise<Record<string, unknown>> =>
  openApi(config.SITE_ORIGIN, cookieName('session', config.SITE_ORIGIN))
