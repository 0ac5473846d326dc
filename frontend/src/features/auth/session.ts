import type { User } from '../../../../domain/user.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { createStore } from '../../lib/store.ts'

/** The signed-in user: null without a session, undefined while unknown. No query, because the first script has no TanStack Query. */
export const session = createStore<{ user?: User | null; isLoading: boolean }>({ isLoading: true })

export const setUser = (user: User | null) => session.set({ user, isLoading: false })

async function readUser(): Promise<User | null> {
  const { ApiError, call } = await import('../../lib/api.ts')
  return call('GET /api/user').catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
}

let requested: Promise<User | null> | undefined
/** Whether the API was not asked, because this browser remembers no session (`rememberSession`). */
let isAssumed = false

/**
 * Requests the user before the page is rendered. `showUser` takes the answer only afterwards, because the first render must
 * agree with the prerendered page.
 */
export const requestUser = () => {
  // Not what `public/theme.js` read: another tab may have signed in since then.
  isAssumed = readStored('session') === null
  requested = isAssumed ? Promise.resolve(null) : readUser()
  return requested
}

/** Requests the user, if that is not done yet. A 401 means that there is no session and is no error. */
export async function showUser(): Promise<void> {
  const answer = requested ?? readUser()
  requested = undefined
  await answer.then(setUser, () => session.set({ ...session.get(), isLoading: false }))
}

/** Stores whether somebody is signed in, so that `public/theme.js` shows the right header at the next visit at once. */
export function rememberSession(user: User | null): void {
  const session = user && (user.isAdmin ? 'admin' : 'member')
  if (session) document.documentElement.dataset.session = session
  else delete document.documentElement.dataset.session
  writeStored('session', session)
}

/**
 * Asks the API if it was not asked, and closes the sign-in dialog if there is a session: a browser may keep the session's
 * cookie longer than its storage.
 */
export async function findForgottenSession(): Promise<void> {
  if (!isAssumed) return
  isAssumed = false
  const user = await readUser().catch(() => null)
  if (!user || session.get().user) return
  setUser(user)
  signInRequest.set(null)
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

/** Called before the session of a user who logs out ends. */
export const beforeLogout = createStore<() => Promise<unknown>>(async () => {})

/** Opens the sign-in dialog. After the sign-in it navigates to `returnTo`, by default /. */
export const signIn = (returnTo = '/') => signInRequest.set({ purpose: 'sign-in', returnTo })

/** Opens the list of wallets for a signed-in user whose wallet is not connected. */
export const connectWallet = () => signInRequest.set({ purpose: 'connect', returnTo: null })
