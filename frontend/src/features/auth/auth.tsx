import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { forget, restore } from '../../lib/wallet/connection.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { SignInPurpose, WithSession } from './session.ts'
import { currentUserQuery, withSession } from './session.ts'

const loadSignIn = () => import('./sign-in-dialogs.tsx')
const SignInDialogs = lazyComponent(loadSignIn)

export interface Auth {
  /** The signed-in user; null without a session, undefined while unknown. */
  user: User | null | undefined
  isLoading: boolean
  /** Opens the sign-in dialog. After the sign-in it navigates to `returnTo`, by default /. */
  signIn: (returnTo?: string) => void
  /** Opens the list of wallets for a signed-in user whose wallet is not connected. */
  connectWallet: () => void
  /** Disconnects the wallet; the session stays. */
  disconnectWallet: () => void
  /**
   * Runs a request that needs a session. If the session has expired, opens the sign-in dialog and retries once.
   * @throws Error if the dialog was closed, or another user signed in
   */
  withSession: WithSession
  logout: () => Promise<void>
  /** Forgets the user, whose session has ended, and shows the home page with this toast. */
  leave: (title: string) => void
  /** Prefetches the code of the sign-in dialogs. */
  prepare: () => void
}

interface Opened {
  purpose: SignInPurpose
  returnTo: string | null
  /** For 'again': why the user has to sign in. */
  why?: string
  onSettle?: (user: User | null) => void
}

const AuthContext = createContext<Auth | null>(null)

/** Who is signed in, and how to sign in and out. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Provides the session and the dialogs that change it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  /** The toast for a user who is leaving. */
  const [farewell, setFarewell] = useState<string | null>(null)
  const config = useConfig()
  const { data: user, isLoading } = useQuery(currentUserQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  const again = useRef<Promise<User | null> | null>(null)

  useEffect(() => {
    void announceDemoWallets(config).then(restore)
  }, [config])

  const goHome = useCallback(
    (title: string) => {
      setFarewell(title)
      navigate('/')
    },
    [navigate],
  )
  /** The other tabs of this browser, whose session ends too. */
  const otherTabs = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const channel = new BroadcastChannel('session-end')
    channel.onmessage = () =>
      client.getQueryData(currentUserQuery.queryKey) && goHome('You were signed out in another tab')
    otherTabs.current = channel
    return () => channel.close()
  }, [client, goHome])
  const leave = useCallback(
    (title: string) => {
      otherTabs.current?.postMessage(null)
      goHome(title)
    },
    [goHome],
  )
  const logout = useCallback(async () => {
    try {
      await call('POST /api/logout')
    } catch (error) {
      return toast({ title: 'Logout failed', description: reasonOf(error), tone: 'bad' })
    }
    leave('Logged out successfully')
  }, [leave])

  // The user is removed only after the navigation to /, because a page that needs a session would redirect to /auth.
  useEffect(() => {
    if (!farewell || pathname !== '/') return
    setFarewell(null)
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] })
    client.setQueryData(currentUserQuery.queryKey, null)
    forget()
    toast({ title: farewell })
  }, [farewell, pathname, client])

  const signInAgain = useCallback((why: string) => {
    // If several requests find that the session has expired, one dialog serves all of them.
    again.current ??= new Promise<User | null>((onSettle) =>
      setOpened({ purpose: 'again', returnTo: null, why, onSettle }),
    ).finally(() => {
      again.current = null
    })
    return again.current
  }, [])

  const auth = useMemo(
    () => ({
      user,
      isLoading,
      signIn: (returnTo = '/') => setOpened({ purpose: 'sign-in', returnTo }),
      connectWallet: () => setOpened({ purpose: 'connect', returnTo: null }),
      disconnectWallet: () => {
        forget()
        toast({ title: 'Wallet disconnected' })
      },
      withSession: <T,>(work: () => Promise<T>) =>
        withSession(work, { current: () => client.getQueryData(currentUserQuery.queryKey), signInAgain }),
      logout,
      leave,
      prepare: () => void loadSignIn(),
    }),
    [user, isLoading, logout, leave, client, signInAgain],
  )
  return (
    <AuthContext value={auth}>
      {children}
      {opened && (
        <SignInDialogs
          key={opened.purpose}
          purpose={opened.purpose}
          returnTo={opened.returnTo}
          why={opened.why}
          withSession={auth.withSession}
          onClose={(who) => {
            opened.onSettle?.(who)
            setOpened(null)
          }}
        />
      )}
    </AuthContext>
  )
}

/** Opens the list of wallets. After the sign-in it navigates to `returnTo`, by default /. */
export function SignInButton({ returnTo, size = 'md' }: { returnTo?: string; size?: 'sm' | 'md' | 'lg' }) {
  const { signIn, prepare } = useAuth()
  return (
    <Button size={size} onClick={() => signIn(returnTo)} onPointerEnter={prepare} onFocus={prepare}>
      <Wallet aria-hidden="true" className="size-[1.1em]" />
      Connect wallet
    </Button>
  )
}

async function announceDemoWallets(config: ReturnType<typeof useConfig>): Promise<void> {
  if (!__LOCAL__ || !config.demoAccounts) return
  const { announceDemoWallets: announce } = await import('../../lib/wallet/demo/demo-wallets.ts')
  announce(config)
}
