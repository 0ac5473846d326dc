import type { Submission } from '../../domain/submission.ts'
import type { Task } from '../../domain/task.ts'
import { form } from '../support/task-form.ts'

export const now = Date.parse('2026-03-01T12:00:00.000Z')

/** A ULID that ends with this letter. */
export const idOf = (letter: string) => `01ARZ3NDEKTSV4RRFFQ69G5FA${letter}`

export const poster = { id: idOf('P'), isAdmin: false }
export const doer = { id: idOf('D'), isAdmin: false }
export const stranger = { id: idOf('S'), isAdmin: false }
export const admin = { id: idOf('A'), isAdmin: true }

export { form }

export const task: Task = {
  ...form,
  id: idOf('T'),
  creatorId: poster.id,
  completions: 0,
  taken: 0,
  reviewDays: 7,
  deadline: new Date(now + 1000).toISOString(),
  isActive: true,
  contractAddress: null,
  createdAt: new Date(now).toISOString(),
}

export const submission: Pick<Submission, 'userId' | 'reviewedBy'> = { userId: doer.id, reviewedBy: null }

/** The error messages of a schema for a value, by path. Empty if the value is valid. */
export function complaints(
  schema: {
    safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }
  },
  value: unknown,
): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? []
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse())
}
