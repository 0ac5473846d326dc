import { AppError } from '../../domain/errors.ts'
import { security as limits } from '../../domain/limits.ts'
import type { SecurityEventKind } from '../../domain/security-events.ts'
import type { Context, Services } from '../runtime/context.ts'
import * as security from '../table/security.ts'
import { failedWrites, type NamedWrites, type Write } from '../table/table.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'

/** The services, and the client if a request caused the event. */
type Source = Services & Partial<Pick<Context, 'client'>>

/** Reports an event to operators: as a log line and as a metric. Without secrets, names and whole IP addresses. */
function report({ client, log, meter }: Source, kind: SecurityEventKind, userId?: string) {
  log.info('security event', { kind, userId, device: client?.device, network: client?.network })
  meter.security(kind)
}

/** Facts of an event beside its kind and its client. */
type About = Partial<Pick<Parameters<typeof security.put>[1], 'until' | 'isQuiet'>>

/** The owner of a security log. A confirmed e-mail address gets the mail even if another one replaces it at once. */
type Owner = Pick<users.StoredUser, 'id'> & Partial<Pick<users.StoredUser, 'email' | 'emailConfirmed'>>

/** The write that records an event in the security log of an account. */
export function entry(
  { client, now }: Source,
  { id, email, emailConfirmed }: Owner,
  kind: SecurityEventKind,
  about: About = {},
): Write {
  const { device = null, network = null } = client ?? {}
  const confirmed = (emailConfirmed && email) || undefined
  return security.put(id, { kind, device, network, email: confirmed, ...about }, now())
}

/**
 * Records an event in the security log of an account, and reports it to operators.
 * @param more writes of the same transaction; they come first
 * @returns the names of the writes of `more` whose condition did not hold: then nothing was written
 */
export async function recordIf<Name extends string>(
  source: Source,
  owner: Owner,
  kind: SecurityEventKind,
  more: NamedWrites<Name>,
  about?: About,
): Promise<(Name | 'event')[]> {
  const writes: NamedWrites<Name | 'event'> = { ...more, event: entry(source, owner, kind, about) }
  const failed = await failedWrites(source.table, writes)
  if (failed.length === 0) report(source, kind, owner.id)
  return failed
}

/** Records an event in the security log of an account, and reports it to operators. */
export async function record(source: Source, owner: Owner, kind: SecurityEventKind, about?: About) {
  await recordIf(source, owner, kind, {}, about)
}

/** Attempts to record an event while others announce and cancel moves of the same account. */
const attempts = 8

/**
 * Records an event that cancels an announced move of the account, and the cancellation, in one transaction.
 * @param before the user as read; read again if a move was announced or cancelled meanwhile
 * @param writesOf the writes of the transaction, on the condition `sameWallet`
 * @throws conflict if something else has changed
 */
export async function recordAndCancelMove(
  source: Source,
  before: users.StoredUser,
  kind: SecurityEventKind,
  writesOf: (user: users.StoredUser) => Write[],
): Promise<void> {
  let user = before
  for (let attempt = 1; ; attempt++) {
    const cancelled: SecurityEventKind[] = user.walletMove ? ['wallet-move-cancelled'] : []
    const more = [...writesOf(user), ...cancelled.map((one) => entry(source, user, one))]
    if ((await recordIf(source, user, kind, { more })).length === 0) {
      for (const one of cancelled) report(source, one, user.id)
      return
    }
    const now = await users.get(source.table, user.id)
    const isSameMove = now?.walletMove?.appliesAt === user.walletMove?.appliesAt
    if (attempt === attempts || isSameMove || now?.walletAddress !== user.walletAddress)
      throw new AppError('conflict', 'Your account was just changed elsewhere. Please sign in again.')
    user = now
  }
}

/** Records a failed sign-in, for the account if there is one. Only the first failures of a day are stored. */
export async function recordFailedSignIn(source: Source, userId: string | undefined) {
  const { now, table } = source
  report(source, 'sign-in-failed', userId)
  if (!userId) return
  const stored = { name: `sign-in-failed#${userId}`, limit: limits.failuresPerDay, seconds: 24 * 3600 }
  if ((await throttles.count(table, [stored], now() / 1000)) !== null) return
  await table.write([entry(source, { id: userId }, 'sign-in-failed')])
}
