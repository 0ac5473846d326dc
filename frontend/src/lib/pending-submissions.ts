import type { Submission } from '../../../domain/submission.ts'

/** Whether a submission waits for a decision. A missing status counts as pending. */
export const isPending = ({ status }: Pick<Submission, 'status'>) => status === 'pending'
