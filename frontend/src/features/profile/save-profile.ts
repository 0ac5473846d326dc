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

/** A profile that could not be saved, or only in part. `field`: which control it is about, where that is known. */
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
  inSession: Auth['inSession']
  updateUsername: ReturnType<typeof useUpdateUsername>['mutateAsync']
  updateProfile: ReturnType<typeof useUpdateProfile>['mutateAsync']
  onSaved: (user: User) => void
}

/**
 * Saves what changed: the picture first, the name, then email and bio (spec sections 4 and 7). `onSaved` gets the user as
 * the server has them after each step, so that a later failure hides nothing that was saved. A session that ended asks for a new one, and the form stays.
 * @returns what to say about it, or null when nothing had changed
 * @throws ProfileError
 */
export async function saveProfile(
  user: User,
  form: ProfileForm,
  picture: File | null,
  { inSession, updateUsername, updateProfile, onSaved }: SaveActions,
): Promise<Problem | null> {
  const { username, details } = changesOf(user, form)
  const problem = username !== null && usernameProblem(username)
  if (problem) throw new ProfileError(problem, 'username')

  const profileImage = picture && (await uploadPicture(picture, inSession))
  if (username !== null) {
    onSaved(
      await inSession(() => updateUsername({ username })).catch(
        failed('Failed to set username', 'Unknown error occurred', 'username'),
      ),
    )
  }
  if (details || profileImage) {
    const { email, bio } = details ?? { email: form.email.trim(), bio: form.bio.trim() }
    onSaved(
      await inSession(() => updateProfile({ email, bio, ...(profileImage && { profileImage }) })).catch(
        failed('Error updating profile', 'Failed to update profile'),
      ),
    )
    return { title: 'Profile updated', message: 'Your profile has been successfully updated' }
  }
  return username === null
    ? null
    : { title: 'Username set successfully', message: 'Your username has been updated' }
}

async function uploadPicture(picture: File, inSession: Auth['inSession']): Promise<string> {
  const fail = failed('Error uploading image', 'Failed to upload profile image', 'picture')
  const { type: contentType, size } = picture
  const place = await inSession(() =>
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
    // An answer that is no JSON has nothing in it for people.
    const message = error instanceof SyntaxError ? otherwise : reasonOf(error)
    throw new ProfileError({ title, message }, named ?? field, error)
  }
