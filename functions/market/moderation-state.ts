import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import * as reports from '../table/reports.ts'
import type { Table } from '../table/table.ts'
import * as users from '../table/users.ts'

/** Why a submission cannot be approved automatically for now: an open report of it or its doer, or a suspended person. */
export async function blockOf(
  table: Table,
  submission: Pick<Submission, 'id' | 'userId'>,
  task: Pick<Task, 'creatorId'>,
): Promise<'report' | 'suspension' | null> {
  const people = await users.getAll(table, [submission.userId, task.creatorId])
  if ([...people.values()].some(({ suspended }) => suspended)) return 'suspension'
  const isReported = await reports.isAnyOpen(table, [
    { kind: 'submission', id: submission.id },
    { kind: 'user', id: submission.userId },
  ])
  return isReported ? 'report' : null
}
