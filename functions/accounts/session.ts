import type { SecurityEventKind } from '../../domain/security-events.ts'
import type { Context, Services } from '../runtime/context.ts'
import { newToken, sha256 } from '../runtime/crypto.ts'
import * as devices from '../table/devices.ts'
import * as sessions from '../table/sessions.ts'
import * as users from '../table/users.ts'
import * as security from './security-log.ts'

const valuePattern = /^(?<userId>[0-9A-Z]{26})\.(?<token>[\w-]{43})$/

/**
 * The user and their session, by the value that `startSession` returned for it. A suspended admin has no admin rights.
 * @param value the user's id and a token
 */
export async function findSession(
  { table, now }: Services,
  value: string,
): Promise<Pick<Context, 'user' | 'session'>> {
  const { userId, token } = valuePattern.exec(value)?.groups ?? {}
  if (!userId || !token) return { user: null, session: null }
  const found = await sessions.find(table, userId, sha256(token), now())
  if (!found) return { user: null, session: null }
  const { session, user } = found
  await sessions.touch(table, userId, session, now())
  return { user: user.suspended ? { ...user, isAdmin: false } : user, session }
}

/** A user who signs in. `endedMove`: an announced move that a signature of the account's wallet ends. */
export type SigningIn = users.StoredUser & {
  isFirstLogin?: boolean
  endedMove?: users.StoredUser['walletMove']
}

/**
 * Starts a session of this user and ends the one that the browser had. A device token that this account does not know is
 * replaced, because another user of the browser may have kept a copy of it.
 * @returns the values by which the browser proves the session and the device
 */
export async function startSession(context: Context, signedIn: SigningIn) {
  const { client, now, session, table, user } = context
  const { device, deviceToken, network } = client
  const token = newToken()
  const isKnown = deviceToken && (await devices.isKnown(table, signedIn, sha256(deviceToken), now()))
  const knownToken = isKnown ? deviceToken : newToken()
  const createdAt = new Date(now()).toISOString()
  const writes = [
    sessions.start(signedIn, { id: sha256(token), createdAt, device, network }),
    devices.remember(signedIn, sha256(knownToken), now()),
  ]
  // Not one transaction, which would cost twice: if a write fails, nobody gets the tokens of the others.
  await Promise.all([
    ...writes.map((one) => table.write([one])),
    recordSignIn(context, signedIn, isKnown ? 'signed-in' : 'new-device'),
  ])
  if (user && session) await table.write([sessions.end(user.id, session.id)])
  return { session: `${signedIn.id}.${token}`, device: knownToken }
}

function recordSignIn(
  context: Context,
  { endedMove, isFirstLogin = false, ...user }: SigningIn,
  kind: SecurityEventKind,
): Promise<void> {
  if (!endedMove) return security.record(context, user, kind, { isQuiet: isFirstLogin })
  const set = { updatedAt: new Date(context.now()).toISOString() }
  return security.recordAndCancelMove(context, { ...user, walletMove: endedMove }, kind, (one) => [
    users.endMove(one, set),
  ])
}

/** Stored in the caller's item, it ends all sessions but this one and forgets all devices but this one. */
export const signOutOthers = ({ client: { deviceToken }, session }: Context): users.SignOut =>
  users.newSignOut(...(session ? [session.id] : []), ...(deviceToken ? [sha256(deviceToken)] : []))

/** Ends the caller's session, if there is one. */
export async function endSession({ session, table, user }: Context): Promise<void> {
  if (user && session) await table.write([sessions.end(user.id, session.id)])
}
