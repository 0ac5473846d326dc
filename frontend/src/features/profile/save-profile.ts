import type { User } from '../../../../domain/user.ts'
import { ApiError, call, reasonOf } from '../../lib/api.ts'
import { putFile } from '../../lib/put-file.ts'
import type { Auth } from '../auth/auth.tsx'
import type { useUpdateUsername } from '../auth/credentials.ts'
import {
  changesOf,
  type Problem,
  type ProfileForm,
  usernameProblem,
  type useUpdateProfile,
} from './profile.ts'

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

interface SaveActions {
  withSession: Auth['withSession']
  updateUsername: ReturnType<typeof useUpdateUsername>['mutateAsync']
  updateProfile: ReturnType<typeof useUpdateProfile>['mutateAsync']
  onSaved: (user: User) => void
}

/**
 * Saves what changed: the picture first, then the username, then email and bio. `onSaved`
 * receives the user after each step, so that a later failure does not hide what was saved.
 * @returns the toast's texts, or null if nothing had changed
 * @throws ProfileError
 */
export async function saveProfile(
  user: User,
  form: ProfileForm,
  picture: File | null,
  { withSession, updateUsername, updateProfile, onSaved }: SaveActions,
): Promise<Problem | null> {
  const { username, details } = changesOf(user, form)
  const problem = username !== null && usernameProblem(username)
  if (problem) throw new ProfileError(problem, 'username')

  const profileImage = picture && (await uploadPicture(picture, withSession))
  if (username !== null) {
    onSaved(
      await withSession(() => updateUsername({ username })).catch(
        failed('Failed to set username', 'Unknown error occurred', 'username'),
      ),
    )
  }
  if (details || profileImage) {
    const { email, bio } = details ?? { email: form.email.trim(), bio: form.bio.trim() }
    onSaved(
      await withSession(() => updateProfile({ email, bio, ...(profileImage && { profileImage }) })).catch(
        failed('Error updating profile', 'Failed to update profile'),
      ),
    )
    return { title: 'Profile updated', message: 'Your profile has been successfully updated' }
  }
  return username === null
    ? null
    : { title: 'Username set successfully', message: 'Your username has been updated' }
}

async function uploadPicture(picture: File, withSession: Auth['withSession']): Promise<string> {
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
