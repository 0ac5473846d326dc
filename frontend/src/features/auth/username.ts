import { username as limits } from '../../../../domain/limits.ts'

/** Why a trimmed name cannot be taken, in the first-login dialog's words (spec section 5), or null. */
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
