import { ulid } from 'ulid'
import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { throttles as limits } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../http/session.ts'
import * as passwords from '../table/passwords.ts'
import * as throttles from '../table/throttles.ts'
import * as users from '../table/users.ts'
import { hash, matches, withConcurrencyLimit } from './password-hash.ts'

const nameTaken = () => new AppError('conflict', 'This username is taken. Please choose another.')

/** Creates an account with a password and without a wallet. @throws conflict, tooManyRequests */
export async function register(context: Context, input: Input<'POST /api/register'>) {
  const { now, sourceIp, table } = context
  await countAttempt(context, [{ name: `register#${sourceIp}`, ...limits.registrations }])
  const password = await withConcurrencyLimit(async () => {
    // This check avoids the cost of a hash if the name is taken. If two users request a name at once, its guard item
    // decides.
    if (await users.byName(table, input.username)) throw nameTaken()
    return hash(input.password)
  })
  const at = new Date(now()).toISOString()
  const user: User = {
    id: ulid(now()),
    username: input.username,
    email: input.email || null,
    walletAddress: null,
    bio: null,
    isAdmin: false,
    profileImage: null,
    createdAt: at,
    updatedAt: at,
  }
  const taken = await users.create(table, user, [passwords.put(user.id, password)])
  if (taken) throw nameTaken()
  return user
}

/**
 * The user with this name and password. An unknown name and a wrong password get the same answer in the same time, and
 * both count as a failed attempt.
 * @throws unauthenticated, tooManyRequests
 */
export async function login(context: Context, { username, password }: Input<'POST /api/login'>) {
  const { now, sourceIp, table } = context
  const name = sha256(username.trim().toLowerCase())
  const limited = [
    { name: `login#${name}#${sourceIp}`, ...limits.loginsPerNameAndIp },
    { name: `login-name#${name}`, ...limits.loginsPerName },
    { name: `login-address#${sourceIp}`, ...limits.loginsPerIp },
  ]
  const at = now() / 1000
  await countAttempt(context, limited)
  const user = await users.byName(table, username.trim())
  const stored = user && (await passwords.get(table, user.id))
  if (!(await withConcurrencyLimit(() => matches(password, stored))) || !user) {
    throw new AppError('unauthenticated', 'The username or the password is wrong')
  }
  await throttles.uncount(table, limited, at)
  return user
}

async function countAttempt({ now, table }: Context, limited: throttles.Throttle[]) {
  const wait = await throttles.count(table, limited, now() / 1000)
  if (wait === null) return
  throw new AppError(
    'tooManyRequests',
    `Too many attempts. Please try again in ${minutes(wait)}.`,
    undefined,
    wait,
  )
}

const minutes = (seconds: number) => {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}
