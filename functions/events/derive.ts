import type { SubjectKind } from '../../domain/audit.ts'
import type { DomainEvent, SearchedText } from '../../domain/events.ts'
import { type Returned, unclaimed } from '../../domain/refund.ts'
import type { ToldSecurityEvent } from '../../domain/security-events.ts'
import { auditPrefix, inboxPrefix, partitions, sessionsPrefix, waitingPrefix } from '../table/keys.ts'
import * as notifications from '../table/notifications.ts'
import { isIn } from '../table/shards.ts'
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
  if (!after && String(before?.pk).startsWith(sessionsPrefix))
    return [{ type: 'session.ended', userId: String(before?.pk).slice(sessionsPrefix.length) }]
  if (!after) return []
  const sk = String(after.sk)
  if (sk === 'USER') return before ? ofChangedUser(after, before) : [ofUser(after)]
  if (sk === 'TASK') return ofTask(after, before)
  if (sk.startsWith('SUBMISSION#')) return ofSubmission(after, before)
  if (sk === 'PAYOUT') return ofPayout(after, before)
  if (sk === 'CASE') return ofCase(after, before)
  if (String(after.pk).startsWith(inboxPrefix)) return ofInbox(after, before)
  if (String(after.pk).startsWith(waitingPrefix)) return ofWaiting(after, before)
  if (after.told && !before) return [ofSecurity(after)]
  return []
}

function ofUser({ id, walletAddress }: Item): EventWithoutId {
  const wallet = walletAddress ? String(walletAddress) : null
  return { type: 'user.created', userId: String(id), walletAddress: wallet }
}

/** A suspension, the end of all sessions and the deletion of the account end connections. */
function ofChangedUser(after: Item, before: Item): EventWithoutId[] {
  const epochOf = ({ signedOut }: Item) => (signedOut as { epoch: string } | undefined)?.epoch
  const isEnded =
    epochOf(after) !== epochOf(before) ||
    (after.suspendedAt && !before.suspendedAt) ||
    (after.deletedAt && !before.deletedAt)
  const userId = String(after.id)
  return [
    ...(isEnded ? [{ type: 'session.ended', userId } as const] : []),
    ...(after.seenNotification === before.seenNotification ? [] : [{ type: 'inbox.seen', userId } as const]),
  ]
}

function ofTask(after: Item, before: Item | undefined): EventWithoutId[] {
  const task = { taskId: String(after.id), creatorId: String(after.creatorId) }
  const found: EventWithoutId[] = []
  const isDraft = !after.isActive
  const [reward, places] = [Number(after.reward), Number(after.maxCompletions)]
  if (!before)
    found.push({
      type: 'task.created',
      ...task,
      reward,
      locked: reward * places,
      isDraft,
      category: String(after.category),
    })
  if (after.closedAt && !before?.closedAt) found.push({ type: 'task.closed', ...task })
  const heldIn = (item: Item) =>
    item.refunded ? 0 : unclaimed({ completions: 0, ...item } as unknown as Parameters<typeof unclaimed>[0])
  // An approval in the same change says itself what the escrow holds less. If both parts change, the first one says it.
  const sameClaims = before && { ...before, completions: after.completions ?? 0 }
  for (const part of ['firstPart', 'refunded'] as const) {
    const [now, was] = [after[part] as Returned | null | undefined, before?.[part]]
    const refund = {
      ...task,
      isFirstPart: part === 'firstPart',
      held: found.some((one) => 'held' in one) ? 0 : heldIn(after) - heldIn(sameClaims ?? after),
    }
    if (now === null && was !== null) found.push({ type: 'refund.due', ...refund })
    if (now && !was)
      found.push({ type: 'refund.paid', ...refund, amount: now.cents, transactionHash: now.hash })
  }
  if (Number(after.waiting) > 0 && Number(after.taken) < places)
    found.push({ type: 'task.place-free', ...task })
  const isListed = (item: Item | undefined) => isIn(partitions.open, item?.listed)
  const former = before && (before as unknown as SearchedText)
  const isRewritten = former && textNames.some((name) => former[name] !== after[name])
  if (isListed(after) !== isListed(before) || isRewritten)
    found.push({
      type: 'task.listing-changed',
      ...task,
      former: former ? searchedText(former) : null,
    })
  return found
}

const textNames = ['title', 'description', 'requirements'] as const

const searchedText = ({ category, description, requirements, submissionType, title }: SearchedText) => ({
  ...{ category, description, requirements, submissionType, title },
})

function ofSubmission(after: Item, before: Item | undefined): EventWithoutId[] {
  const { createdAt, creatorId, id, reviewedAt, reviewedBy, status, taskId, userId } = after
  const submission = {
    submissionId: String(id),
    taskId: String(taskId),
    userId: String(userId),
    creatorId: String(creatorId),
    createdAt: String(createdAt),
    reward: Number(after.reward ?? 0),
  }
  // A submission that `npm run rebuild -- proofs` has moved is not new.
  if (!before) return after.moved ? [] : [{ type: 'submission.created', ...submission }]
  const found = ofAppeal(submission, appealStatus(after), appealStatus(before))
  if (after.waitsFor !== before.waitsFor) found.push({ type: 'submission.waiting', ...submission })
  if (status === before.status) return found
  const verdict = {
    ...submission,
    reviewedBy: reviewedBy ? String(reviewedBy) : null,
    reviewedAt: String(reviewedAt),
  }
  if (status === 'rejected')
    found.push({
      type: 'submission.rejected',
      ...verdict,
      reason: (after.reviewNotes as string | null | undefined) ?? null,
      appealUntil: (after.appealUntil as string | null | undefined) ?? null,
    })
  if (status === 'approved') {
    const wasRejected = before.status === 'rejected'
    const automatic = !reviewedBy && !wasRejected
    const { decidedAt } = (wasRejected && (after.appeal as { decidedAt?: string } | null)) || {}
    const approvedAt = decidedAt ?? verdict.reviewedAt
    found.push({ type: 'submission.approved', ...verdict, automatic, wasRejected, approvedAt })
  }
  return found
}

const appealStatus = (item: Item) => (item.appeal as { status: string } | null | undefined)?.status

function ofAppeal(
  submission: Omit<Extract<EventWithoutId, { type: 'appeal.opened' }>, 'type'>,
  after: string | undefined,
  before: string | undefined,
): EventWithoutId[] {
  if (after === before || !after) return []
  if (after === 'open') return [{ type: 'appeal.opened', ...submission }]
  return [{ type: 'appeal.decided', ...submission, isUpheld: after === 'upheld' }]
}

function ofPayout(after: Item, before: Item | undefined): EventWithoutId[] {
  if (after.status === before?.status) return []
  const payout = {
    submissionId: String(after.submissionId),
    taskId: String(after.taskId),
    userId: String(after.userId),
    creatorId: String(after.creatorId),
    reviewedBy: after.reviewedBy ? String(after.reviewedBy) : null,
    amount: Number(after.amount),
  }
  if (after.status === 'due') return [{ type: 'payout.due', ...payout }]
  if (after.status === 'failed') return [{ type: 'payout.failed', ...payout, reason: String(after.reason) }]
  return [{ type: 'payout.paid', ...payout, transactionHash: String(after.transactionHash) }]
}

function ofWaiting({ offeredUntil, taskId, userId }: Item, before: Item | undefined): EventWithoutId[] {
  if (offeredUntil === before?.offeredUntil) return []
  const until = offeredUntil ? String(offeredUntil) : null
  return [{ type: 'place.offered', taskId: String(taskId), userId: String(userId), until }]
}

/** A case is in its index while it is open. */
function ofCase(after: Item, before: Item | undefined): EventWithoutId[] {
  const { gsi1pk, id, kind, lastBy, personId, taskId } = after
  if (!gsi1pk || before?.gsi1pk) return []
  return [
    {
      type: 'report.opened',
      kind: kind as SubjectKind,
      reportedId: String(id),
      personId: String(personId),
      taskId: taskId ? String(taskId) : null,
      by: lastBy ? String(lastBy) : null,
    },
  ]
}

function ofSecurity({ pk, sk, kind, device, network, until, email }: Item): EventWithoutId {
  return {
    type: 'security.recorded',
    userId: String(pk).split('#')[1] ?? '',
    entryId: String(sk),
    kind: kind as ToldSecurityEvent,
    device: device as string | null,
    network: network as string | null,
    until: until as string | undefined,
    email: email as string | undefined,
  }
}

function ofInbox(after: Item, before: Item | undefined): EventWithoutId[] {
  if (after.since === before?.since) return []
  const { since, ...notification } = notifications.read(after)
  return [
    { type: 'notification.added', userId: String(after.pk).slice(inboxPrefix.length), since, notification },
  ]
}
