import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { throttles as limits } from '../../domain/limits.ts'
import type { Context } from '../runtime/context.ts'
import { sha256 } from '../runtime/crypto.ts'
import { countAttempt, perNetwork } from '../runtime/throttle.ts'
import * as devices from '../table/devices.ts'
import * as passwords from '../table/passwords.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'
import { refuseGuessable } from './own-password.ts'
import { hash, matches, withConcurrencyLimit } from './password-hash.ts'
import { recordFailedSignIn } from './security-log.ts'
import type { SigningIn } from './session.ts'
import { looksLikeAnother, nameTaken, refuseReserved } from './usernames.ts'

/** Creates an account with a password and without a wallet. @throws invalid, conflict, tooManyRequests */
export async function register(context: Context, input: Input<'POST /api/register'>): Promise<SigningIn> {
  const { now, table } = context
  await countAttempt(context, [perNetwork(context, 'register', limits.registrations)])
  refuseReserved(input.username)
  await refuseGuessable(input.password, input.username)
  const password = await withConcurrencyLimit(async () => {
    // This check avoids the cost of a hash if the name is taken. If two users request a name at once, its guard item
    // decides.
    if (await users.byName(table, input.username)) throw nameTaken()
    return hash(input.password)
  })
  const { email, username } = input
  const user = users.newAccount(now(), { id: ulid(now()), username, email: email || null })
  const taken = await users.create(table, user, [passwords.put(user.id, password)])
  if (taken) throw taken === 'look-alike' ? looksLikeAnother() : nameTaken()
  return { ...user, isFirstLogin: true }
}

/**
 * The user with this name and password. An unknown name and a wrong password get the same answer after the same hash, and
 * both count as a failed attempt.
 * @throws unauthenticated, tooManyRequests
 */
export async function login(context: Context, { username, password }: Input<'POST /api/login'>) {
  const { now, table } = context
  const user = await users.byName(table, username.trim())
  const seconds = now() / 1000
  const limited = await countSignIn(context, user, username)
  const stored = user && (await passwords.get(table, user.id))
  if (!(await withConcurrencyLimit(() => matches(password, stored))) || !user) {
    await recordFailedSignIn(context, user?.id)
    throw new AppError('unauthenticated', 'The username or the password is wrong')
  }
  await throttles.uncount(table, limited, seconds)
  return user
}

/**
 * Counts an attempt, and returns where. Attempts with a device that the account knows count on that device alone, so that
 * failures of strangers do not lock the owner out. After too many failures the device counts like an unknown one, so that a
 * thief of its cookie does not lock its browser out.
 * @throws tooManyRequests
 */
async function countSignIn(context: Context, user: users.StoredUser | undefined, username: string) {
  const { now, table } = context
  const ofDevice = await deviceThrottle(context, user)
  if (ofDevice && (await throttles.count(table, ofDevice, now() / 1000)) === null) return ofDevice
  const ofName = nameThrottles(context, username)
  await countAttempt(context, ofName)
  return ofName
}

async function deviceThrottle({ client, now, table }: Context, user: users.StoredUser | undefined) {
  if (!user || !client.deviceToken) return null
  const device = sha256(client.deviceToken)
  if (!(await devices.isKnown(table, user, device, now()))) return null
  return [{ name: `login-device#${user.id}#${device}`, ...limits.loginsPerDevice }]
}

function nameThrottles(context: Context, username: string) {
  const name = sha256(username.trim().toLowerCase())
  return [
    { name: `login#${name}#${context.sourceIp}`, ...limits.loginsPerNameAndIp },
    { name: `login-name#${name}`, ...limits.loginsPerName },
    perNetwork(context, 'login-address', limits.loginsPerIp),
  ]
}
