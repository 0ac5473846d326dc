import type { FieldError } from '../../../../domain/errors.ts'

export type PasswordWay = 'login' | 'register'

export interface Credentials {
  username: string
  password: string
  email: string
}
export type CredentialErrors = Partial<Record<keyof Credentials, string>>

export const noCredentials: Credentials = { username: '', password: '', email: '' }

/** What each way sends: logging in has no email. */
export const bodyOf = (way: PasswordWay, { username, password, email }: Credentials) => ({
  username: username.trim(),
  password,
  ...(way === 'register' && { email: email.trim() }),
})

/** The first sentence for each field that has one. */
export function byField(errors: readonly FieldError[]): CredentialErrors {
  const found: CredentialErrors = {}
  for (const { path, message } of errors)
    if (path === 'username' || path === 'password' || path === 'email') found[path] ??= message
  return found
}

/** What is wrong before anything is sent, by the API's own rules, which load when first needed. */
export async function credentialErrors(way: PasswordWay, values: Credentials): Promise<CredentialErrors> {
  const { username, password } = values
  if (!username.trim() || !password)
    return { ...(!username.trim() && { username: 'Required' }), ...(!password && { password: 'Required' }) }
  const { api } = await import('../../../../domain/api.ts')
  const parsed = api[`POST /api/${way}`].input.safeParse(bodyOf(way, values))
  if (parsed.success) return {}
  return byField(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
}
