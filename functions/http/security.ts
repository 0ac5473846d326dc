import { security as limits } from '../../domain/limits.ts'
import type { SecurityEventKind } from '../../domain/security.ts'
import type { Context, Services } from '../context.ts'
import * as security from '../table/security.ts'
import type { Write } from '../table/table.ts'
import * as throttles from '../table/throttles.ts'

/** The services, and the client if a request caused the event. */
type Source = Services & Partial<Pick<Context, 'client'>>

/** Reports an event to operators: as a log line and as a metric. Without secrets, names and whole IP addresses. */
function report({ client, log, meter }: Source, kind: SecurityEventKind, userId?: string) {
  log.info('security event', { kind, userId, device: client?.device, network: client?.network })
  meter.security(kind)
}

const entry = ({ client, now }: Source, userId: string, kind: SecurityEventKind): Write =>
  security.put(userId, { kind, device: client?.device ?? null, network: client?.network ?? null }, now())

/**
 * Records an event in the security log of an account, and reports it to operators.
 * @param more writes of the same transaction; they come first
 * @throws ConditionFailed naming the writes of `more` whose condition did not hold
 */
export async function record(source: Source, userId: string, kind: SecurityEventKind, more: Write[] = []) {
  await source.table.write([...more, entry(source, userId, kind)])
  report(source, kind, userId)
}

/** Records a failed sign-in, for the account if there is one. Only the first failures of a day are stored. */
export async function recordFailedSignIn(source: Source, userId: string | undefined) {
  const { now, table } = source
  report(source, 'sign-in-failed', userId)
  if (!userId) return
  const stored = { name: `sign-in-failed#${userId}`, limit: limits.failuresPerDay, seconds: 24 * 3600 }
  if ((await throttles.count(table, [stored], now() / 1000)) !== null) return
  await table.write([entry(source, userId, 'sign-in-failed')])
}
