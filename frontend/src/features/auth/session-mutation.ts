import { useMutation } from '@tanstack/react-query'
import { adminSignInNeeded, freshSignInNeeded } from '../../../../domain/errors.ts'
import type { User } from '../../../../domain/user.ts'
import { ApiError, type Output, type RouteKey, type Sent } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/mutation.ts'
import { invalidateAll, queryClient } from '../../lib/query.ts'
import { session, setUser, signInRequest } from './session.ts'

let openSignIn: Promise<User | null> | null = null

/** If several requests find that the session has expired, one dialog serves all of them. */
function signInAgain(why: string): Promise<User | null> {
  openSignIn ??= new Promise<User | null>((onSettle) =>
    signInRequest.set({ purpose: 'again', returnTo: null, why, onSettle }),
  ).finally(() => {
    openSignIn = null
  })
  return openSignIn
}

export const sessionEnded = 'Your session has ended. Sign in again to go on; nothing you typed is lost.'

/** What `withSession` uses: the signed-in user, and the dialog that signs in with an explanation. */
const ownSession = { current: () => session.get().user, signInAgain }

/**
 * Runs a request that needs a session. If the session has expired, or the request needs a recent sign-in, asks the user to
 * sign in again without leaving the page, so that forms keep their input, and retries once. @throws Error if nobody, or another user, signed in
 */
export async function withSession<T>(
  work: () => Promise<T>,
  { current, signInAgain } = ownSession,
): Promise<T> {
  const before = current()
  let why = sessionEnded
  try {
    return await work()
  } catch (error) {
    if (!before || !(error instanceof ApiError && error.status === 401)) throw error
    if ([freshSignInNeeded, adminSignInNeeded].includes(error.reason)) why = error.reason
  }
  const now = await signInAgain(why)
  if (!now) throw new Error(why)
  if (now.id !== before.id)
    throw new Error(`You are signed in as ${now.username} now; this was begun as ${before.username}.`)
  return work()
}

/** `useApiMutation` for a route that needs a session, perhaps a new one: it asks for a sign-in and then repeats the request. */
export function useSessionMutation<K extends RouteKey>(
  route: K,
  onAnswer: (answer: Output<K>) => void = () => {},
) {
  const { mutateAsync } = useApiMutation(route)
  return useMutation({
    mutationFn: (input: Sent<K>) => withSession(() => mutateAsync(input)),
    onSuccess: onAnswer,
  })
}

type UserRoute = { [K in RouteKey]: Output<K> extends User ? K : never }[RouteKey]

/** `useSessionMutation` for a route that answers the changed user, who replaces the signed-in user. */
export const useUserMutation = <K extends UserRoute>(route: K) =>
  useSessionMutation(route, (user) => setUser(user as User))

/** Stores the signed-in user after a sign-in. */
export function setSignedInUser(user: User, client = queryClient): void {
  const before = session.get().user
  setUser(user)
  // Answers from before the sign-in belong to another session, perhaps to another person's.
  invalidateAll(client)
  if (before?.id === user.id) return
  client.removeQueries({ type: 'inactive', stale: true })
}
