import type { Submission } from '../../../domain/submission.ts'

/** Whether a submission waits for a decision. A missing status counts as pending. */
export const isPending = ({ status }: Pick<Submission, 'status'>) => status === 'pending'

/** Ids of the submissions that wait for a decision, the oldest first. */
export const pendingQueue = (submissions: Pick<Submission, 'id' | 'status' | 'createdAt'>[]): string[] =>
  submissions
    .filter(isPending)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
    .map(({ id }) => id)
