import type { DomainEvent } from '../../domain/events.ts'
import { auditPrefix } from '../table/keys.ts'
import type { Change } from '../table/stream.ts'
import type { Item } from '../table/table.ts'

/** A domain event before it has an id. */
type EventWithoutId = DomainEvent extends infer Event
  ? Event extends DomainEvent
    ? Omit<Event, 'id'>
    : never
  : never

/**
 * Derives the domain events of a change of one item: usually one event or none. It is a pure function. If a change is
 * delivered again, its events have the same ids, so that reactions can be idempotent.
 */
export function deriveEvents({ after, before, id }: Change): DomainEvent[] {
  return eventsWithoutId(after, before).map(
    (event) => ({ id: `${id}/${event.type}`, ...event }) as DomainEvent,
  )
}

function eventsWithoutId(after: Item | undefined, before: Item | undefined): EventWithoutId[] {
  if (String(before?.pk).startsWith(auditPrefix))
    return [{ type: 'audit.changed', entryId: String(before?.sk), isDeleted: !after }]
  if (!after) return []
  const sk = String(after.sk)
  if (sk === 'USER') return before ? [] : [ofUser(after)]
  if (sk === 'TASK') return ofTask(after, before)
  if (sk.startsWith('SUBMISSION#')) return ofSubmission(after, before)
  if (sk === 'PAYOUT') return ofPayout(after, before)
  return []
}

function ofUser({ id, walletAddress }: Item): EventWithoutId {
  const wallet = walletAddress ? String(walletAddress) : null
  return { type: 'user.created', userId: String(id), walletAddress: wallet }
}

function ofTask(after: Item, before: Item | undefined): EventWithoutId[] {
  const task = { taskId: String(after.id), creatorId: String(after.creatorId) }
  const found: EventWithoutId[] = []
  if (!before) found.push({ type: 'task.created', ...task, reward: Number(after.reward) })
  if (after.closedAt && !before?.closedAt) found.push({ type: 'task.closed', ...task })
  const isDue = (item: Item | undefined) => item?.refunded === null
  if (isDue(after) && !isDue(before)) found.push({ type: 'refund.due', ...task })
  if (after.refunded && !before?.refunded) {
    const { cents, hash } = after.refunded as { cents: number; hash: string | null }
    found.push({ type: 'refund.paid', ...task, amount: cents, transactionHash: hash })
  }
  return found
}

function ofSubmission(after: Item, before: Item | undefined): EventWithoutId[] {
  const { id, reviewedBy, status, taskId, userId } = after
  const submission = { submissionId: String(id), taskId: String(taskId), userId: String(userId) }
  if (!before) return [{ type: 'submission.created', ...submission }]
  if (status === before.status || (status !== 'approved' && status !== 'rejected')) return []
  const reviewer = reviewedBy ? String(reviewedBy) : null
  return [{ type: `submission.${status}`, ...submission, reviewedBy: reviewer }]
}

function ofPayout(after: Item, before: Item | undefined): EventWithoutId[] {
  if (after.status === before?.status) return []
  const payout = {
    submissionId: String(after.submissionId),
    taskId: String(after.taskId),
    userId: String(after.userId),
    amount: Number(after.amount),
  }
  if (after.status === 'due') return [{ type: 'payout.due', ...payout }]
  if (after.status === 'failed') return [{ type: 'payout.failed', ...payout, reason: String(after.reason) }]
  return [{ type: 'payout.paid', ...payout, transactionHash: String(after.transactionHash) }]
}
