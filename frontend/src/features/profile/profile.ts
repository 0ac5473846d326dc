import { username as limits, upload } from '../../../../domain/limits.ts'
import type { User } from '../../../../domain/user.ts'
import { useApiMutation } from '../../lib/mutation.ts'

/** What the form holds; empty texts are things that are not set. */
export interface ProfileForm {
  username: string
  email: string
  bio: string
}

/** A title and its sentence, for a toast. */
export interface Problem {
  title: string
  message: string
}

export const formOf = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email ?? '',
  bio: user.bio ?? '',
})

/** Why this cannot be somebody's name, in the profile page's words (spec section 5), or null. */
export function usernameProblem(name: string): Problem | null {
  const title = 'Invalid username'
  if (name.length < limits.min)
    return { title, message: `Username must be at least ${limits.min} characters long` }
  if (name.length > limits.max)
    return { title, message: `Username must be ${limits.min}-${limits.max} characters long` }
  return limits.pattern.test(name) ? null : { title, message: 'Only letters, numbers and underscores' }
}

/** Why this file cannot be somebody's picture, in the specification's words (section 5), or null. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): Problem | null {
  if (!(upload.types as readonly string[]).includes(type))
    return { title: 'Invalid file type', message: 'Please upload a image/ file' }
  if (size > upload.maxBytes) return { title: 'File too large', message: 'File size should be less than 2MB' }
  return null
}

/** What differs from the user as saved: each part is only sent when it does (spec section 7). */
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
