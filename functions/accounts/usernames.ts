import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { throttles as limits } from '../../domain/limits.ts'
import type { User } from '../../domain/user.ts'
import { isReservedName } from '../../domain/username.ts'
import type { UserContext } from '../runtime/context.ts'
import { countAttempt } from '../runtime/throttle.ts'
import * as throttles from '../table/throttles.ts'
import * as usernames from '../table/usernames.ts'

/** @throws invalid for a name that looks like that of the site or of a role */
export function refuseReserved(username: string): void {
  if (!isReservedName(username)) return
  const message = 'This username is reserved. Please choose another.'
  throw new AppError('invalid', message, [{ path: 'username', message }])
}

export const nameTaken = () => new AppError('conflict', 'This username is taken. Please choose another.')

export const looksLikeAnother = () =>
  new AppError('conflict', 'This username looks like that of somebody else. Please choose another.')

/**
 * Changes the caller's username. Only changes that succeed count towards the limit. Only admins may have a reserved name.
 * @throws invalid for a reserved name; conflict when another user has it or gave it up recently, in any case of letters, or when
 * it looks like that of somebody else; tooManyRequests
 */
export async function updateUsername(
  context: UserContext,
  { username }: Input<'POST /api/user/update-username'>,
): Promise<User> {
  const { now, table, user } = context
  if (username === user.username) return user
  if (!user.isAdmin) refuseReserved(username)
  const started = now()
  const throttle = { name: `renames#${user.id}`, ...limits.renames }
  await countAttempt(context, [throttle])
  const at = new Date(started).toISOString()
  const outcome = await usernames.rename(table, user, username, at)
  if (outcome !== 'done') await throttles.uncount(table, [throttle], started / 1000)
  if (outcome === 'taken') throw nameTaken()
  if (outcome === 'look-alike') throw looksLikeAnother()
  if (outcome === 'changed')
    throw new AppError('conflict', 'Your username was just changed elsewhere. Please reload.')
  return { ...user, username, updatedAt: at }
}
