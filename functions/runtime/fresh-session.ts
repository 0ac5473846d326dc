import { AppError, adminSignInNeeded, freshSignInNeeded } from '../../domain/errors.ts'
import { session as limits } from '../../domain/limits.ts'
import type { Context } from './context.ts'

type Caller = Pick<Context, 'now' | 'session'>

function requireSignInWithin({ now, session }: Caller, seconds: number, refusal: string): void {
  if (session && now() - Date.parse(session.createdAt) < seconds * 1000) return
  throw new AppError('unauthenticated', refusal)
}

/**
 * Requires that the caller signed in a short time ago, for actions that a stolen session must not be enough for. The web
 * app then asks for a new sign-in and repeats the request.
 * @throws unauthenticated
 */
export const requireFresh = (caller: Caller): void =>
  requireSignInWithin(caller, limits.fresh, freshSignInNeeded)

/** The same for an admin's decision about the money of others. @throws unauthenticated */
export const requireFreshAdmin = (caller: Caller): void =>
  requireSignInWithin(caller, limits.adminFresh, adminSignInNeeded)
