import { username as limits, upload } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { useApiMutation } from '../../lib/mutation.ts'

/** Values of the form. An empty text means that the value is not set. */
export interface ProfileForm {
  username: string
  email: string
  bio: string
}

/** Title and text of a toast. */
export interface Problem {
  title: string
  message: string
}

export const formOf = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email ?? '',
  bio: user.bio ?? '',
})

/** Why a username is invalid, with the texts of the profile page, or null. */
export function usernameProblem(name: string): Problem | null {
  const title = 'Invalid username'
  if (name.length < limits.min)
    return { title, message: `Username must be at least ${limits.min} characters long` }
  if (name.length > limits.max)
    return { title, message: `Username must be ${limits.min}-${limits.max} characters long` }
  return limits.pattern.test(name) ? null : { title, message: 'Only letters, numbers and underscores' }
}

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

/** Saves e-mail, bio and picture. */
export const useUpdateProfile = () =>
  useApiMutation('POST /api/user/update-profile', ['GET /api/admin/dashboard'])
