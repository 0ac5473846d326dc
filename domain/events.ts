/**
 * The events of the marketplace, derived from the table's stream (design section 9). The union is closed: a reaction
 * can handle only types of this list. Amounts are CENTS.
 */
export type DomainEvent = { id: string } & (
  | { type: 'user.created'; userId: string; walletAddress: string | null }
  | { type: 'task.created'; taskId: string; creatorId: string; reward: number }
  | { type: 'task.closed'; taskId: string; creatorId: string }
  | { type: 'refund.due'; taskId: string; creatorId: string }
  | { type: 'refund.paid'; taskId: string; creatorId: string; amount: number; transactionHash: string | null }
  | ({ type: 'submission.created' } & OfSubmission)
  | ({ type: 'submission.approved'; reviewedBy: string | null } & OfSubmission)
  | ({ type: 'submission.rejected'; reviewedBy: string | null } & OfSubmission)
  | ({ type: 'payout.due'; amount: number } & OfSubmission)
  | ({ type: 'payout.paid'; amount: number; transactionHash: string } & OfSubmission)
  | ({ type: 'payout.failed'; amount: number; reason: string } & OfSubmission)
  | { type: 'audit.changed'; entryId: string; isDeleted: boolean }
)

interface OfSubmission {
  submissionId: string
  taskId: string
  userId: string
}

export type EventType = DomainEvent['type']
