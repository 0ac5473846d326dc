import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { freshSignInNeeded } from '../../../../domain/errors.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, call, type Output, type RouteKey, type Sent } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { type QueryName, queryClient, queryKey } from '../../lib/query.ts'
import { createStore } from '../../lib/store.ts'

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

export interface SignInRequest {
  /**
   * Why the sign-in dialog is open: 'sign-in' creates a session, 'again' replaces a session that expired or is not recent,
   * 'connect' connects the wallet of the signed-in user.
   */
  purpose: 'sign-in' | 'again' | 'connect'
  /** Navigation target after the sign-in; null: the current page. */
  returnTo: string | null
  /** For 'again': why the user has to sign in. */
  why?: string
  /** Called with the signed-in user, or null if the dialog was closed. */
  onSettle?: (user: User | null) => void
}

/** Why the sign-in dialog, which `AuthProvider` renders, is open; null while it is closed. */
export const signInRequest = createStore<SignInRequest | null>(null)

/** Opens the sign-in dialog. After the sign-in it navigates to `returnTo`, by default /. */
export const signIn = (returnTo = '/') => signInRequest.set({ purpose: 'sign-in', returnTo })

/** Opens the list of wallets for a signed-in user whose wallet is not connected. */
export const connectWallet = () => signInRequest.set({ purpose: 'connect', returnTo: null })

let again: Promise<User | null> | null = null

/** If several requests find that the session has expired, one dialog serves all of them. */
function signInAgain(why: string): Promise<User | null> {
  again ??= new Promise<User | null>((onSettle) =>
    signInRequest.set({ purpose: 'again', returnTo: null, why, onSettle }),
  ).finally(() => {
    again = null
  })
  return again
}

export const sessionEnded = 'Your session has ended. Sign in again to go on; nothing you typed is lost.'

/** What `withSession` uses: the signed-in user in the query cache, and the dialog that signs in with an explanation. */
const ownSession = { current: () => queryClient.getQueryData(currentUserQuery.queryKey), signInAgain }

/**
 * Runs a request that needs a session. If the session has expired, or the request needs a recent sign-in, asks the user to
 * sign in again without leaving the page, so that forms keep their input, and retries once. @throws Error if nobody, or another user, signed in
 */
export async function withSession<T>(work: () => Promise<T>, session = ownSession): Promise<T> {
  const before = session.current()
  let why = sessionEnded
  try {
    return await work()
  } catch (error) {
    if (!before || !(error instanceof ApiError && error.status === 401)) throw error
    if (error.reason === freshSignInNeeded) why = freshSignInNeeded
  }
  const now = await session.signInAgain(why)
  if (!now) throw new Error(why)
  if (now.id !== before.id)
    throw new Error(`You are signed in as ${now.username} now; this was begun as ${before.username}.`)
  return work()
}

/** `useApiMutation` for a route that needs a session, perhaps a new one: it asks for a sign-in and then repeats the request. */
export function useSessionMutation<K extends RouteKey>(
  route: K,
  changes: readonly QueryName[] = [],
  onAnswer: (answer: Output<K>) => void = () => {},
) {
  const { mutateAsync } = useApiMutation(route, changes)
  return useMutation({
    mutationFn: (input: Sent<K>) => withSession(() => mutateAsync(input)),
    onSuccess: onAnswer,
  })
}

type UserRoute = { [K in RouteKey]: Output<K> extends User ? K : never }[RouteKey]

/** `useSessionMutation` for a route that answers the changed user, who replaces the signed-in user in the query cache. */
export function useUserMutation<K extends UserRoute>(route: K, changes: readonly QueryName[] = []) {
  const client = useQueryClient()
  return useSessionMutation(route, changes, (user) =>
    client.setQueryData(currentUserQuery.queryKey, user as User),
  )
}
