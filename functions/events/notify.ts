import type { DomainEvent } from '../../domain/events.ts'
import type { Services } from '../runtime/context.ts'
import * as notifications from '../table/notifications.ts'
import * as tasks from '../table/tasks.ts'
import * as users from '../table/users.ts'
import type { Reaction } from './reaction.ts'

type Draft = Omit<notifications.Draft, 'taskId' | 'taskTitle'>
type Task = Pick<tasks.StoredTask, 'id' | 'creatorId' | 'title' | 'reward' | 'completions' | 'maxCompletions'>

/** A notification for one inbox. `name` is the same if the event is delivered again; 'collect' joins those of a task. */
interface Told {
  to: string
  name: string | 'collect'
  draft: Draft
}

/** Whom an event is told. Nobody is told of what they did themselves. */
function toldOf(event: DomainEvent, task: Task | undefined): Told[] {
  const { admins } = notifications
  if (event.type === 'report.opened') {
    const { by, kind, personId, reportedId } = event
    const draft: Draft = {
      kind: 'report-opened',
      reported: kind,
      forAdmins: true,
      about: personId,
      ...(kind === 'submission' && { submissionId: reportedId }),
      ...(by && { by }),
    }
    return [{ to: admins, name: event.id, draft }]
  }
  if (event.type === 'security.recorded') {
    const { device, email, entryId, kind, network, until, userId } = event
    return [{ to: userId, name: entryId, draft: { kind, device, network, until, email } }]
  }
  if (!task) return []
  const { creatorId: poster, reward: amount } = task
  if (event.type === 'refund.paid') {
    const { amount: returned, isFirstPart, transactionHash } = event
    if (returned === 0) return []
    const name = isFirstPart ? `${task.id}#first` : task.id
    return [{ to: poster, name, draft: { kind: 'money-returned', amount: returned, transactionHash } }]
  }
  if (event.type === 'place.offered') {
    const { until, userId } = event
    return until ? [{ to: userId, name: `${task.id}#${until}`, draft: { kind: 'place-offered', until } }] : []
  }
  if (!('submissionId' in event)) return []
  const { submissionId, userId: doer } = event
  const one = (to: string, draft: Draft, name = submissionId): Told => ({
    to,
    name,
    draft: { submissionId, ...draft },
  })
  switch (event.type) {
    case 'submission.created':
      return [one(poster, { kind: 'proofs-arrived' }, 'collect')]
    case 'submission.approved': {
      // After an upheld appeal `reviewedBy` is still whoever had rejected the proof.
      const isOwn = event.reviewedBy === poster && !event.wasRejected
      const isByAdmin = !event.automatic && !event.wasRejected && event.reviewedBy !== poster
      const isFull = task.completions >= task.maxCompletions && !isOwn
      return [
        ...(event.wasRejected ? [] : [one(doer, { kind: 'approved', amount })]),
        ...(event.automatic ? [one(poster, { kind: 'paid-automatically', amount }, 'collect')] : []),
        ...(isByAdmin ? [one(poster, { kind: 'approved-by-admin', amount })] : []),
        ...(isFull ? [{ to: poster, name: task.id, draft: { kind: 'task-full' } as const }] : []),
      ]
    }
    case 'submission.rejected':
      return [one(doer, { kind: 'rejected', reason: event.reason, until: event.appealUntil })]
    case 'appeal.opened':
      return [
        one(poster, { kind: 'appeal-opened', isOwnTask: true }, 'collect'),
        one(admins, { kind: 'appeal-opened', forAdmins: true, by: doer }),
      ]
    case 'appeal.decided': {
      const draft = { kind: 'appeal-decided', isUpheld: event.isUpheld } as const
      return [one(doer, draft), one(poster, { ...draft, isOwnTask: true })]
    }
    case 'payout.paid':
      return [one(doer, { kind: 'paid', amount: event.amount, transactionHash: event.transactionHash })]
    case 'payout.failed':
      return [
        one(doer, { kind: 'payout-failed', amount: event.amount }),
        one(admins, { kind: 'payout-failed', amount: event.amount, forAdmins: true }, event.id),
      ]
    default:
      return []
  }
}

async function tell({ now, table }: Pick<Services, 'now' | 'table'>, { to, name, draft }: Told, task?: Task) {
  const about = { ...draft, taskId: task?.id ?? null, taskTitle: task?.title ?? null }
  if (name !== 'collect') return void (await notifications.add(table, to, name, about, now()))
  const user = await users.get(table, to)
  if (user && !user.deleted) await notifications.collect(table, user, about, now())
}

/** Writes to the inboxes of the people whom an event concerns. */
export const notify: Reaction = {
  name: 'notify',
  async react(services, event) {
    // Nobody is told of these, so their task is not read.
    if (event.type.startsWith('task.') || event.type === 'payout.due') return
    const taskId = 'taskId' in event ? event.taskId : null
    const task = taskId ? await tasks.get(services.table, taskId) : undefined
    for (const told of toldOf(event, task)) await tell(services, told, task)
  },
}
