import type { DomainEvent } from '../../domain/events.ts'
import { reviewBucket } from '../../domain/scorecard.ts'
import { bucketName, countOnce, type ScoreChange, weekNames, weekOf } from '../table/scorecards.ts'
import type { Reaction } from './reaction.ts'

/** What an event changes on scorecards and in the counts of dashboards. `npm run rebuild -- scorecards` uses it too. */
export function scoreChanges(event: DomainEvent): ScoreChange[] {
  const merged = new Map<string, ScoreChange>()
  for (const change of [...ofScorecards(event), ...ofDashboards(event)]) {
    const place = `${change.userId} ${change.role}`
    merged.set(place, { ...change, add: { ...merged.get(place)?.add, ...change.add } })
  }
  return [...merged.values()]
}

function ofScorecards(event: DomainEvent): ScoreChange[] {
  if (event.type === 'task.created')
    return event.isDraft ? [] : [{ userId: event.creatorId, role: 'POSTER', add: { tasks: 1 } }]
  if (event.type === 'submission.approved' || event.type === 'submission.rejected') {
    if (event.type === 'submission.approved' && event.wasRejected) return [] // `appeal.decided` counts it
    if (event.type === 'submission.rejected' && event.reviewedBy === null) return [] // approvals ended, nobody judged it
    const verdict = event.type === 'submission.approved' ? 'approved' : 'rejected'
    const waited = Date.parse(event.reviewedAt) - Date.parse(event.createdAt)
    const ofPoster = {
      [verdict]: 1,
      [bucketName(reviewBucket(waited))]: 1,
      ...(event.type === 'submission.approved' && event.automatic && { automatic: 1 }),
    }
    return both(event, ofPoster, { [verdict]: 1 })
  }
  if (event.type === 'appeal.decided' && event.isUpheld) {
    const overturned = { approved: 1, rejected: -1 }
    return both(event, { ...overturned, appealsLost: 1 }, overturned)
  }
  return []
}

/**
 * Of posters: their tasks, CENTS locked in them, and received proofs by status. Of doers: what was approved in each week. Unlike
 * scorecards, they count drafts and what nobody judged.
 */
function ofDashboards(event: DomainEvent): ScoreChange[] {
  const ofPoster = (userId: string, add: ScoreChange['add']): ScoreChange => ({ userId, role: 'POSTER', add })
  if (event.type === 'task.created')
    return [ofPoster(event.creatorId, { createdTasks: 1, held: event.locked })]
  if (event.type === 'refund.paid' || event.type === 'refund.due')
    return event.held ? [ofPoster(event.creatorId, { held: event.held })] : []
  if (event.type === 'submission.created') return [ofPoster(event.creatorId, { toReview: 1 })]
  if (event.type === 'submission.rejected')
    return [ofPoster(event.creatorId, { toReview: -1, receivedRejected: 1 })]
  if (event.type !== 'submission.approved') return []
  const { approvedAt, creatorId, reward, userId, wasRejected } = event
  const { cents, tasks } = weekNames(weekOf(approvedAt))
  return both(
    { creatorId, userId },
    { ...(wasRejected ? { receivedRejected: -1 } : { toReview: -1 }), receivedApproved: 1, held: -reward },
    { [cents]: reward, [tasks]: 1 },
  )
}

const both = (
  { creatorId, userId }: { creatorId: string; userId: string },
  ofPoster: ScoreChange['add'],
  ofDoer: ScoreChange['add'],
): ScoreChange[] => [
  { userId: creatorId, role: 'POSTER', add: ofPoster },
  { userId, role: 'DOER', add: ofDoer },
]

/** Keeps the scorecards of posters and doers. Each event is counted once. */
export const scorecards: Reaction = {
  name: 'scorecards',
  async react({ now, table }, event) {
    const changes = scoreChanges(event)
    if (changes.length > 0) await countOnce(table, event.id, changes, now())
  },
}
