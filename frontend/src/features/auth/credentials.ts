import type { FieldError } from '../../../../domain/errors.ts'
import { username as limits } from '../../../../domain/limits.ts'

export type PasswordMode = 'login' | 'register'

export interface Credentials {
  username: string
  password: string
  email: string
}
export type CredentialErrors = Partial<Record<keyof Credentials, string>>

export const noCredentials: Credentials = { username: '', password: '', email: '' }

/** The request body of each mode. Login has no email. */
export const bodyOf = (mode: PasswordMode, { username, password, email }: Credentials) => ({
  username: username.trim(),
  password,
  ...(mode === 'register' && { email: email.trim() }),
})

/** The first error message of each field. */
export function byField(errors: readonly FieldError[]): CredentialErrors {
  const found: CredentialErrors = {}
  for (const { path, message } of errors)
    if (path === 'username' || path === 'password' || path === 'email') found[path] ??= message
  return found
}

/** Validation errors by the API's schema, which is loaded on first use. */
export async function credentialErrors(mode: PasswordMode, values: Credentials): Promise<CredentialErrors> {
  const { username, password } = values
  if (!username.trim() || !password)
    return { ...(!username.trim() && { username: 'Required' }), ...(!password && { password: 'Required' }) }
  const { api } = await import('../../../../domain/api.ts')
  const parsed = api[`POST /api/${mode}`].input.safeParse(bodyOf(mode, values))
  if (parsed.success) return {}
  return byField(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}

/** Why a trimmed username is invalid, with the texts of the first-login dialog, or null. */
export function usernameProblem(name: string): { title: string; message: string } | null {
  if (name.length < limits.min)
    return {
      title: 'Username too short',
      message: `Please enter a username with at least ${limits.min} characters`,
    }
  if (name.length > limits.max)
    return {
      title: 'Invalid username',
      message: `Username must be ${limits.min}-${limits.max} characters long`,
    }
  if (!limits.pattern.test(name))
    return { title: 'Invalid username', message: 'Only letters, numbers and underscores' }
  return null
}
