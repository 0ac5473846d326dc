import type { DomainEvent } from '../../domain/events.ts'
import * as connections from '../table/live.ts'
import { admins } from '../table/notifications.ts'
import * as sessions from '../table/sessions.ts'
import type { EventServices, Reaction } from './reaction.ts'

/** What the pages of a person read again. `owner`: a user's id, or `admins`. */
interface News {
  owner: string
  changed: string[]
}

/** Who is told of an event: a task's creator, and the doer of a submission. Of a payment also the admin who approved. */
function newsOf(event: DomainEvent): News[] {
  if (event.type === 'notification.added' || event.type === 'inbox.seen')
    return [{ owner: event.userId, changed: ['notifications'] }]
  if (event.type === 'place.offered')
    return [{ owner: event.userId, changed: ['submissions', `task ${event.taskId}`] }]
  // An approval makes its payout due, and is told itself.
  if (event.type === 'payout.due' || !('taskId' in event && 'creatorId' in event)) return []
  const task = `task ${event.taskId}`
  if (!('submissionId' in event)) return [{ owner: event.creatorId, changed: [task] }]
  const doer = { owner: event.userId, changed: ['submissions', task] }
  if (event.type !== 'payout.paid' && event.type !== 'payout.failed')
    return [{ owner: event.creatorId, changed: [task] }, doer]
  const payout = `payout ${event.submissionId}`
  const { creatorId, reviewedBy } = event
  const admin = reviewedBy && reviewedBy !== creatorId ? [{ owner: reviewedBy, changed: [payout] }] : []
  return [{ owner: creatorId, changed: [task, payout] }, doer, ...admin]
}

/** Sends a message to each connected page of the owner whose session is still valid, and closes the other connections. */
async function tell({ live, log, now, table }: EventServices, { changed, owner }: News): Promise<void> {
  // Before the message, so that a page that has counted fewer messages knows that it has missed one.
  await connections.countMessage(table, owner, now())
  const tellOne = async (connection: connections.Connection) => {
    const { connectionId } = connection
    const found = await sessions.find(table, connection.userId, connection.sessionId, now())
    const isAllowed = found && !found.user.suspended && (owner !== admins || found.user.isAdmin)
    if (isAllowed && (await live?.send(connectionId, { changed }))) return
    await table.write([connections.disconnect(owner, connectionId)])
    if (!isAllowed) await live?.close(connectionId)
  }
  // The page notices it at its next check. Repeating the event would send the message again to the others.
  for (const result of await Promise.allSettled((await connections.connectionsOf(table, owner)).map(tellOne)))
    if (result.status === 'rejected') log.warn('message not sent', { error: result.reason })
}

/** Closes the connections of a user whose sessions have ended. */
async function closeEnded({ live, now, table }: EventServices, userId: string): Promise<void> {
  for (const { connectionId, sessionId } of await connections.connectionsOf(table, userId)) {
    const found = await sessions.find(table, userId, sessionId, now())
    if (found && !found.user.suspended) continue
    await live?.close(connectionId)
    await table.write([connections.disconnect(userId, connectionId)])
  }
}

/** Tells the pages of the people whom an event concerns what to read again. No data are sent. */
export const live: Reaction = {
  name: 'live',
  async react(services, event) {
    if (!services.live) return
    if (event.type === 'session.ended') return closeEnded(services, event.userId)
    await Promise.all(newsOf(event).map((one) => tell(services, one)))
  },
}
