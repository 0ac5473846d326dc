import type { Input } from '../../domain/api.ts'
import type { SecurityOverview } from '../../domain/security.ts'
import type { UserContext } from '../runtime/context.ts'
import { requireFresh } from '../runtime/fresh-session.ts'
import * as passwords from '../table/passwords.ts'
import * as events from '../table/security.ts'
import * as sessions from '../table/sessions.ts'
import * as users from '../table/users.ts'
import * as security from './security-log.ts'
import { signOutOthers } from './session.ts'

export async function overview({ now, session, table, user }: UserContext): Promise<SecurityOverview> {
  const [open, log, password] = await Promise.all([
    sessions.list(table, user, now()),
    events.list(table, user.id),
    passwords.get(table, user.id),
  ])
  return {
    sessions: open.map((one) => ({ ...one, current: one.id === session?.id })),
    events: log,
    hasPassword: password !== undefined,
    walletMove: user.walletMove ?? null,
    email: user.email ? { address: user.email, confirmed: user.emailConfirmed === true } : null,
  }
}

/**
 * Ends the caller's session with this id, which may have ended already; without an id, all sessions but this one. A stolen
 * session must not be enough to sign its owner out. Without an id, an announced move to another wallet ends too.
 * @throws unauthenticated when the caller signed in too long ago
 */
export async function endSessions(context: UserContext, { id }: Input<'POST /api/user/sessions/end'>) {
  const { table, user } = context
  requireFresh(context)
  if (id) await table.write([sessions.end(user.id, id)])
  else
    await security.recordAndCancelMove(context, user, 'signed-out-everywhere', (one) => [
      users.signOut(one, signOutOthers(context)),
    ])
  return {}
}
