import { ulid } from 'ulid'
import type { StoredSubmission } from '../../functions/table/submissions.ts'
import type { StoredTask } from '../../functions/table/tasks.ts'

/** A proof of this doer that waits for its review, as old as its task. */
export function pendingProof(
  { createdAt, creatorId, deadline, id: taskId, reward }: StoredTask,
  userId: string,
): StoredSubmission {
  return {
    ...{ id: ulid(), taskId, userId, creatorId, reward, createdAt, updatedAt: createdAt, reviewBy: deadline },
    ...{ proofText: 'Full of people.', notes: null, proofLink: null, proofFileUrl: null, status: 'pending' },
    ...{ reviewedBy: null, reviewNotes: null, reviewedAt: null, transactionHash: null, waitsFor: null },
    ...{ appealUntil: null, appeal: null, proofHashes: [], sameProof: 0 },
  }
}
