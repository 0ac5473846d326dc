import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { call, reasonOf } from '../../lib/api.ts'
import { useConfig } from '../../lib/config.ts'
import { onDemand } from '../../lib/lazy-component.tsx'
import { forget, restore } from '../../lib/wallet/connection.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { WalletPurpose } from './session.ts'
import { currentUserQuery, inSession } from './session.ts'

const loadSignIn = () => import('./sign-in-dialogs.tsx')
const SignInDialogs = onDemand(loadSignIn)

export interface Auth {
  /** The signed-in person; null when nobody is, undefined while that is unknown. */
  user: User | null | undefined
  isLoading: boolean
  /** Opens the sign-in dialog. Afterwards the person is on `returnTo`, by default / (spec section 4). */
  signIn: (returnTo?: string) => void
  /** Opens the same list of wallets for someone who is signed in but whose wallet is not connected. */
  connectWallet: () => void
  /** Forgets the wallet; the session stays. */
  disconnectWallet: () => void
  /**
   * Does what needs a session; where that has ended, asks to sign in again in place and does it once more.
   * @throws Error when nobody, or somebody else, came back
   */
  inSession: <T>(work: () => Promise<T>) => Promise<T>
  logout: () => Promise<void>
  /** Loads the dialogs ahead of a likely click. */
  prepare: () => void
}

interface Opened {
  purpose: WalletPurpose
  returnTo: string | null
  onSettled?: (user: User | null) => void
}

const AuthContext = createContext<Auth | null>(null)

/** Who is signed in, and how to sign in and out. */
export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Holds the session (spec section 4): unknown, a user, or null; and the dialogs that change it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [isLeaving, setLeaving] = useState(false)
  const config = useConfig()
  const { data: user, isLoading } = useQuery(currentUserQuery)
  const [opened, setOpened] = useState<Opened | null>(null)
  const again = useRef<Promise<User | null> | null>(null)

  useEffect(() => {
    void announceDemoWallets(config).then(restore)
  }, [config])

  const logout = useCallback(async () => {
    try {
      await call('POST /api/logout')
    } catch (error) {
      return toast({ title: 'Logout failed', description: reasonOf(error), tone: 'bad' })
    }
    setLeaving(true)
    navigate('/')
  }, [navigate])

  // Only once / is there: a page that needs someone would send nobody to /auth.
  useEffect(() => {
    if (!isLeaving || pathname !== '/') return
    setLeaving(false)
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== currentUserQuery.queryKey[0] })
    client.setQueryData(currentUserQuery.queryKey, null)
    forget()
    toast({ title: 'Logged out successfully' })
  }, [isLeaving, pathname, client])

  const signInAgain = useCallback(() => {
    // Two calls that find the session ended ask once.
    again.current ??= new Promise<User | null>((onSettled) =>
      setOpened({ purpose: 'again', returnTo: null, onSettled }),
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
      inSession: <T,>(work: () => Promise<T>) =>
        inSession(work, { current: () => client.getQueryData(currentUserQuery.queryKey), signInAgain }),
      logout,
      prepare: () => void loadSignIn(),
    }),
    [user, isLoading, logout, client, signInAgain],
  )
  return (
    <AuthContext value={auth}>
      {children}
      {opened && (
        <Suspense>
          <SignInDialogs
            key={opened.purpose}
            purpose={opened.purpose}
            returnTo={opened.returnTo}
            onClose={(who) => {
              opened.onSettled?.(who)
              setOpened(null)
            }}
          />
        </Suspense>
      )}
    </AuthContext>
  )
}

/** Opens the list of wallets. `returnTo` is where the person is afterwards, / by default. */
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
