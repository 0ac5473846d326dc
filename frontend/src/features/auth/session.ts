import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'
import { queryKey } from '../../lib/query.ts'

/** The signed-in person, or null: a 401 means that nobody is, and is no error (spec section 4, Session). */
export const currentUserQuery = queryOptions({
  queryKey: queryKey('GET /api/user'),
  queryFn: (): Promise<User | null> =>
    call('GET /api/user').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

/** Makes someone the current user, once the server has (spec section 4, Session). */
export function useSetSignedInUser(): (user: User) => void {
  const client = useQueryClient()
  return useCallback(
    (user) => {
      client.setQueryData(currentUserQuery.queryKey, user)
      // Answers fetched before are those of a stranger.
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
      })
    },
    [client],
  )
}

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

/**
 * What the list of wallets is opened for: 'sign-in' makes a session, 'again' makes one in place of a session that ended
 * in the middle of something, 'connect' only connects the wallet of one.
 */
export type WalletPurpose = 'sign-in' | 'again' | 'connect'
