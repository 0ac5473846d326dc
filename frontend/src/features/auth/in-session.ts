import type { User } from '../../../../domain/user.ts'
import { ApiError } from '../../lib/api.ts'

interface Parts {
  /** Who the page believes is signed in. */
  current: () => User | null | undefined
  /** Asks for a new sign-in in place; answers who came back, or null when it was put away. */
  signInAgain: () => Promise<User | null>
}

export const sessionEnded = 'Your session has ended. Sign in again to go on; nothing you typed is lost.'

/**
 * Does what needs a session. Where that has ended in the meantime, asks to sign in again in place and does it once more,
 * so that a form keeps what was typed. @throws Error when nobody, or somebody else, came back
 */
export async function inSession<T>(work: () => Promise<T>, { current, signInAgain }: Parts): Promise<T> {
  const before = current()
  try {
    return await work()
  } catch (error) {
    if (!before || !(error instanceof ApiError && error.status === 401)) throw error
  }
  const now = await signInAgain()
  if (!now) throw new Error(sessionEnded)
  if (now.id !== before.id)
    throw new Error(`You are signed in as ${now.username} now; this was begun as ${before.username}.`)
  return work()
}
