import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { freshSignInNeeded } from '../../../../domain/errors.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call } from '../../lib/api.ts'
import { queryKey } from '../../lib/query.ts'

/** The signed-in user, or null: a 401 means that there is no session and is no error. */
export const currentUserQuery = queryOptions({
  queryKey: queryKey('GET /api/user'),
  queryFn: (): Promise<User | null> =>
    call('GET /api/user').catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }),
})

/** Stores the signed-in user after a sign-in. */
export function useSetSignedInUser(): (user: User) => void {
  const client = useQueryClient()
  return useCallback(
    (user) => {
      client.setQueryData(currentUserQuery.queryKey, user)
      // Answers from before the sign-in belong to another session.
      void client.invalidateQueries({
        predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0],
      })
    },
    [client],
  )
}

interface Parts {
  /** The signed-in user in the query cache. */
  current: () => User | null | undefined
  /** Opens the sign-in dialog with this explanation; returns the user, or null if the dialog was closed. */
  signInAgain: (why: string) => Promise<User | null>
}

/** `withSession` for the current user. */
export type WithSession = <T>(work: () => Promise<T>) => Promise<T>

export const sessionEnded = 'Your session has ended. Sign in again to go on; nothing you typed is lost.'

/**
 * Runs a request that needs a session. If the session has expired, or the request needs a recent sign-in, asks the user to
 * sign in again without leaving the page, so that forms keep their input, and retries once. @throws Error if nobody, or another user, signed in
 */
export async function withSession<T>(work: () => Promise<T>, { current, signInAgain }: Parts): Promise<T> {
  const before = current()
  let why = sessionEnded
  try {
    return await work()
  } catch (error) {
    if (!before || !(error instanceof ApiError && error.status === 401)) throw error
    if (error.reason === freshSignInNeeded) why = freshSignInNeeded
  }
  const now = await signInAgain(why)
  if (!now) throw new Error(why)
  if (now.id !== before.id)
    throw new Error(`You are signed in as ${now.username} now; this was begun as ${before.username}.`)
  return work()
}

/**
 * Why the list of wallets is open: 'sign-in' creates a session, 'again' replaces a session that expired or is not recent,
 * 'connect' connects the wallet of the signed-in user.
 */
export type SignInPurpose = 'sign-in' | 'again' | 'connect'
