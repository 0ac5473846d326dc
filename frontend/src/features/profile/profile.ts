import { username as limits, upload } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { putFile } from '../../lib/put-file.ts'
import { usernameProblem as firstUsernameProblem } from '../auth/credentials.ts'
import { useUserMutation, withSession } from '../auth/session-mutation.ts'

/** Values of the form. An empty text means that the value is not set. */
export interface ProfileForm {
  username: string
  email: string
  bio: string
}

/** Title and text of a toast. */
interface Problem {
  title: string
  message: string
}

/** A failed save, perhaps after some values were saved. `field`: the form field with the error, if known. */
export class ProfileError extends Error {
  override readonly name = 'ProfileError'
  readonly title: string
  readonly field: string | null

  constructor({ title, message }: Problem, field: string | null, cause?: unknown) {
    super(message, { cause })
    this.title = title
    this.field = field
  }
}

export const formOf = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email ?? '',
  bio: user.bio ?? '',
})

/** Why a username is invalid, with the texts of the profile page, or null. */
export const usernameProblem = (name: string): Problem | null =>
  name.length < limits.min
    ? { title: 'Invalid username', message: `Username must be at least ${limits.min} characters long` }
    : firstUsernameProblem(name)

/** Why a file is refused as profile picture, or null. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): Problem | null {
  if (!(upload.types as readonly string[]).includes(type))
    return { title: 'Invalid file type', message: 'Please upload a image/ file' }
  if (size > upload.maxBytes) return { title: 'File too large', message: 'File size should be less than 2MB' }
  return null
}

/** The changed values: only these are sent. */
export function changesOf(user: User, form: ProfileForm) {
  const before = formOf(user)
  const username = form.username.trim()
  const email = form.email.trim()
  const bio = form.bio.trim()
  return {
    username: username === before.username ? null : username,
    details: email === before.email && bio === before.bio ? null : { email, bio },
  }
}

/**
 * Saves what changed: the picture first, then the username, then email and bio. Each step replaces the signed-in user, so that
 * a later failure does not hide what was saved. The function returns the toast's texts, or null if nothing had changed.
 * @throws ProfileError
 */
export function useSaveProfile(user: User) {
  const { mutateAsync: updateUsername } = useUserMutation('POST /api/user/update-username')
  const { mutateAsync: updateProfile } = useUserMutation('POST /api/user/update-profile')
  return async (form: ProfileForm, picture: File | null): Promise<Problem | null> => {
    const { username, details } = changesOf(user, form)
    const problem = username !== null && usernameProblem(username)
    if (problem) throw new ProfileError(problem, 'username')

    const profileImage = picture && (await uploadPicture(picture))
    if (username !== null) {
      const fail = failed('Failed to set username', 'Unknown error occurred', 'username')
      await updateUsername({ username }).catch(fail)
    }
    if (details || profileImage) {
      const { email, bio } = details ?? { email: form.email.trim(), bio: form.bio.trim() }
      const fail = failed('Error updating profile', 'Failed to update profile')
      await updateProfile({ email, bio, ...(profileImage && { profileImage }) }).catch(fail)
      return { title: 'Profile updated', message: 'Your profile has been successfully updated' }
    }
    return username === null
      ? null
      : { title: 'Username set successfully', message: 'Your username has been updated' }
  }
}

async function uploadPicture(picture: File): Promise<string> {
  const fail = failed('Error uploading image', 'Failed to upload profile image', 'picture')
  const { type: contentType, size } = picture
  const place = await withSession(() =>
    call('POST /api/user/upload-profile-image', { contentType, size }),
  ).catch(fail)
  if (!place.uploadUrl) return fail(new Error('Failed to upload profile image'))
  const sending = { onProgress: () => {}, signal: new AbortController().signal }
  await putFile(place.uploadUrl, place.headers ?? {}, picture, sending).catch(fail)
  return place.imageUrl
}

const failed =
  (title: string, otherwise: string, field: string | null = null) =>
  (error: unknown): never => {
    const named = error instanceof ApiError ? error.errors[0]?.path : undefined
    // An answer that is not JSON contains no message for users.
    const message = error instanceof SyntaxError ? otherwise : reasonOf(error)
    throw new ProfileError({ title, message }, named ?? field, error)
  }
