import type { SubjectKind } from './audit.ts'
import type { Notification } from './notification.ts'
import type { ToldSecurityEvent } from './security-events.ts'
import type { Task } from './task.ts'

/**
 * The events of the marketplace, derived from the table's stream. The union is closed: a reaction
 * can handle only types of this list. Amounts are CENTS.
 */
export type DomainEvent = { id: string } & (
  | { type: 'user.created'; userId: string; walletAddress: string | null }
  | ({ type: 'task.created'; reward: number; locked: number; isDraft: boolean; category: string } & OfTask)
  | ({ type: 'task.closed' } & OfTask)
  /** The task entered or left the list of open tasks, or its text changed. `former`: the text before. */
  | ({ type: 'task.listing-changed'; former: SearchedText | null } & OfTask)
  /**
   * The first part of a refund (`isFirstPart`), or the rest. `held`: the change of what the escrow holds for unclaimed places. Of a due
   * refund it is 0, unless a reorganisation has reverted a paid one.
   */
  | ({ type: 'refund.due' } & OfRefund)
  | ({ type: 'refund.paid'; amount: number; transactionHash: string | null } & OfRefund)
  /** A place is free for a doer of the waiting list. */
  | ({ type: 'task.place-free' } & OfTask)
  /** A place is offered to a doer of the waiting list, or null: that offer has ended. */
  | { type: 'place.offered'; taskId: string; userId: string; until: string | null }
  | ({ type: 'submission.created' } & OfSubmission)
  /** Its automatic approval waits for somebody, or waits no more. */
  | ({ type: 'submission.waiting' } & OfSubmission)
  /** `automatic`: nobody had reviewed it in time. `wasRejected`: an appeal was upheld, at `approvedAt`. */
  | ({ type: 'submission.approved'; automatic: boolean; wasRejected: boolean; approvedAt: string } & Verdict)
  | ({ type: 'submission.rejected'; reason: string | null; appealUntil: string | null } & Verdict)
  | ({ type: 'appeal.opened' } & OfSubmission)
  | ({ type: 'appeal.decided'; isUpheld: boolean } & OfSubmission)
  | ({ type: 'payout.due' } & OfReward)
  | ({ type: 'payout.paid'; transactionHash: string } & OfReward)
  | ({ type: 'payout.failed'; reason: string } & OfReward)
  | ({ type: 'report.opened' } & OfReport)
  | ({ type: 'security.recorded'; userId: string } & OfSecurity)
  /** A notification was stored. A collected one is an event once, when it starts. */
  | {
      type: 'notification.added'
      userId: string
      since: string
      notification: Notification & Pick<OfSecurity, 'email'>
    }
  /** One session of the user, or all, or the person was suspended. */
  | { type: 'session.ended'; userId: string }
  /** The person has seen notifications. */
  | { type: 'inbox.seen'; userId: string }
  | { type: 'audit.changed'; entryId: string; isDeleted: boolean }
)

/** `personId`: whom the report is about. `by`: who made it. */
interface OfReport {
  kind: SubjectKind
  reportedId: string
  personId: string
  taskId: string | null
  by: string | null
}

/** `email`: the confirmed address of the account before the event. `until`: when an announced move is done. */
interface OfSecurity {
  entryId: string
  kind: ToldSecurityEvent
  device: string | null
  network: string | null
  until?: string | undefined
  email?: string | undefined
}

/** What a search finds a task by. */
export type SearchedText = Pick<
  Task,
  'title' | 'description' | 'requirements' | 'category' | 'submissionType'
>

interface OfTask {
  taskId: string
  creatorId: string
}

interface OfPayout extends OfTask {
  submissionId: string
  userId: string
}

interface OfRefund extends OfTask {
  isFirstPart: boolean
  held: number
}

/** `reviewedBy`: who approved; null of an automatic approval. */
interface OfReward extends OfPayout {
  amount: number
  reviewedBy: string | null
}

/** `createdAt`: time of the submission, ISO 8601. `reward`: of the task. */
interface OfSubmission extends OfPayout {
  createdAt: string
  reward: number
}

interface Verdict extends OfSubmission {
  reviewedBy: string | null
  reviewedAt: string
}
