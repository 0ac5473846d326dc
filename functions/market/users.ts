import type { Input } from '../../domain/api.ts'
import { AppError } from '../../domain/errors.ts'
import type { PublicUser, User } from '../../domain/user.ts'
import type { Context, UserContext } from '../context.ts'
import * as users from '../table/users.ts'
import * as uploads from './uploads.ts'

/** Gives the caller another name. @throws conflict when it is taken, whatever its case. */
export async function updateUsername(
  { now, table, user }: UserContext,
  { username }: Input<'POST /api/user/update-username'>,
): Promise<User> {
  if (username === user.username) return user
  const at = new Date(now()).toISOString()
  const outcome = await users.rename(table, user, username, at)
  if (outcome === 'taken') throw new AppError('conflict', 'This username is taken. Please choose another.')
  if (outcome === 'changed')
    throw new AppError('conflict', 'Your username was just changed elsewhere. Please reload.')
  return { ...user, username, updatedAt: at }
}

/** The public part of a person. @throws notFound */
export async function publicProfile(
  { table }: Context,
  { userId }: Input<'GET /api/users/{userId}'>,
): Promise<PublicUser> {
  const found = await users.get(table, userId)
  if (!found) throw new AppError('notFound', 'There is no such user')
  const { id, username, walletAddress, bio, profileImage } = found
  return { id, username, walletAddress, bio, profileImage }
}

/**
 * Changes the caller's bio, email and picture; an empty text takes one away. A picture that was replaced is gone.
 * @throws conflict when their picture was changed meanwhile; as `uploads.asPicture` for the picture
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
  if (profileImage && profileImage !== user.profileImage) {
    await uploads.asPicture(context, profileImage)
    changes.profileImage = profileImage
  }
  const at = new Date(now()).toISOString()
  if ((await users.describe(table, user, changes, at)) === 'changed')
    throw new AppError('conflict', 'Your profile was just changed elsewhere. Please reload.')
  if (user.profileImage && changes.profileImage !== undefined)
    await uploads.removePicture(context, user.profileImage)
  return { ...user, ...changes, updatedAt: at }
}
