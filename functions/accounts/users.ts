import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import { suspendedRefusal } from '../../domain/permissions.ts'
import type { PublicProfile, User } from '../../domain/user.ts'
import { removePicture } from '../files/kept-files.ts'
import * as uploads from '../files/uploads.ts'
import type { Context, UserContext } from '../runtime/context.ts'
import { requireFresh } from '../runtime/fresh-session.ts'
import * as scorecards from '../table/scorecards.ts'
import * as users from '../table/users.ts'
import * as security from './security-log.ts'

/** The public fields and the scorecard of a user. @throws notFound */
export async function publicProfile(
  { table }: Context,
  { userId }: Input<'GET /api/users/{userId}'>,
): Promise<PublicProfile> {
  return withScorecard(table, await users.get(table, userId))
}

/** The same by username. @throws notFound */
export async function profileByName(
  { table }: Context,
  { username }: Input<'GET /api/profiles/{username}'>,
): Promise<PublicProfile> {
  return withScorecard(table, await users.byName(table, username))
}

async function withScorecard(table: Context['table'], found: users.StoredUser | undefined) {
  if (!found) throw new AppError('notFound', 'There is no such user')
  return {
    ...found,
    ...((found.suspended || found.profileHidden) && { bio: null, profileImage: null }),
    ...(found.deleted && { walletAddress: null }),
    scorecard: await scorecards.read(table, found),
  }
}

/**
 * Changes the caller's bio, email and picture; an empty text removes one. The former picture is deleted.
 * @throws unauthenticated for another email without a recent sign-in; forbidden for a suspended person, except to change the
 * email; conflict when the picture was changed meanwhile; for the
 * picture, the errors of `uploads.storePicture`
 */
export async function updateProfile(
  context: UserContext,
  { bio, email, profileImage }: Input<'POST /api/user/update-profile'>,
): Promise<User> {
  const { now, table, user } = context
  const changes: Partial<Pick<User, 'bio' | 'email' | 'profileImage'>> = {
    ...(bio !== undefined && { bio: bio || null }),
    ...(email !== undefined && { email: email || null }),
    ...(profileImage === null && { profileImage }),
  }
  const isShown = (changes.bio ?? null) !== user.bio && bio !== undefined
  if (user.suspended && (isShown || profileImage)) throw new AppError('forbidden', suspendedRefusal)
  // Otherwise a stolen session could send what we write to its owner elsewhere.
  const isNewEmail = email !== undefined && changes.email !== user.email
  if (isNewEmail) requireFresh(context)
  if (profileImage && profileImage !== user.profileImage) {
    await uploads.storePicture(context, profileImage)
    changes.profileImage = profileImage
  }
  const at = new Date(now()).toISOString()
  const more = isNewEmail ? [security.entry(context, user, 'email-changed')] : []
  if ((await users.updateProfile(table, user, changes, at, more)) === 'changed')
    throw new AppError('conflict', 'Your profile was just changed elsewhere. Please reload.')
  if (user.profileImage && changes.profileImage !== undefined) await removePicture(context, user.profileImage)
  const { emailConfirmed, ...rest } = user
  return { ...rest, ...changes, updatedAt: at, ...(emailConfirmed && !isNewEmail && { emailConfirmed }) }
}

/** The users who earned most CENTS or completed most tasks, with their ranks. */
export async function leaderboard({ table }: Context, { sort }: Input<'GET /api/leaderboard'>) {
  const top = await users.board(table, sort)
  return top.map((entry, index) => ({ rank: index + 1, ...entry }))
}
