import type { DomainEvent } from '../../domain/events.ts'
import { reviewBucket } from '../../domain/scorecard.ts'
import { bucketName, countOnce, type ScoreChange } from '../table/scorecards.ts'
import type { Reaction } from './reaction.ts'

/** What an event changes on scorecards. `npm run rebuild -- scorecards` uses it too. */
export function scoreChanges(event: DomainEvent): ScoreChange[] {
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
  handles: ['task.created', 'submission.approved', 'submission.rejected', 'appeal.decided'],
  async react({ now, table }, event) {
    const changes = scoreChanges(event)
    if (changes.length > 0) await countOnce(table, event.id, changes, now())
  },
}
