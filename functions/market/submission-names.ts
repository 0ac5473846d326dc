import type { NamedSubmission, Submission } from '../../domain/submission.ts'
import type { Table } from '../table/table.ts'
import * as users from '../table/users.ts'

/** Reads the usernames that the submissions need, in one batch; returns what adds them to one of the submissions. */
export async function namesFor(
  table: Table,
  list: Submission[],
): Promise<(one: Submission) => NamedSubmission> {
  const ids = list.flatMap(({ userId, reviewedBy }) => (reviewedBy ? [userId, reviewedBy] : [userId]))
  const names = await users.namesOf(table, ids)
  return (one) => ({
    ...one,
    submitterName: names.get(one.userId) ?? null,
    reviewerName: names.get(one.reviewedBy ?? '') ?? null,
  })
}
