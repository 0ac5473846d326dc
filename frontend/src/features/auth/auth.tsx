import { Wallet } from 'lucide-react'
import {
  createContext,
  type ReactNode,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { User } from '../../../../domain/user.ts'
import { readStored, writeStored } from '../../lib/browser-storage.ts'
import { useConfig } from '../../lib/config.ts'
import { lazyComponent } from '../../lib/lazy-component.tsx'
import { useStore } from '../../lib/store.ts'
import { withQueries } from '../../lib/with-queries.tsx'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import {
  beforeLogout,
  findForgottenSession,
  rememberSession,
  session,
  setUser,
  showUser,
  signIn,
  signInRequest,
} from './session.ts'

const loadSignIn = () => import('./sign-in-dialogs.tsx')
const SignInDialogs = lazyComponent(withQueries(loadSignIn))

interface Auth {
  /** The signed-in user; null without a session, undefined while unknown. */
  user: User | null | undefined
  isLoading: boolean
  logout: () => Promise<void>
  /** Forgets the user, whose session has ended, and shows the home page with this toast. */
  leave: (title: string) => void
}

const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

export function AuthProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isHome = pathname === '/' && !search
  const config = useConfig()
  const { user: known, isLoading: isRequested } = useStore(session)
  // The first answer is rendered in slices, because it changes most of the page.
  const isKnown = useDeferredValue(known !== undefined)
  const user = isKnown ? known : undefined
  const isLoading = isRequested || isKnown !== (known !== undefined)
  const request = useStore(signInRequest)
  /** The toast for a user who is leaving. */
  const [farewell, setFarewell] = useState<string | null>(null)
  /** The other tabs of this browser, whose session ends too. */
  const otherTabs = useRef<BroadcastChannel>(null)

  useEffect(() => void showUser(), [])
  useEffect(() => {
    if (user !== undefined) rememberSession(user)
  }, [user])
  useEffect(() => {
    if (pathname === '/auth' || request?.purpose === 'sign-in') void findForgottenSession()
  }, [pathname, request])
  useEffect(() => {
    void announceDemoWallets(config).then(reconnectWallet)
  }, [config])
  useEffect(() => {
    const channel = new BroadcastChannel('session-end')
    channel.onmessage = () => session.get().user && setFarewell('You were signed out in another tab')
    otherTabs.current = channel
    return () => channel.close()
  }, [])

  // The user is removed only after the navigation to /, because pages and dialogs that need a session redirect to /auth.
  useEffect(() => {
    if (farewell && !isHome) navigate('/')
    if (!farewell || !isHome) return
    setFarewell(null)
    void import('../../lib/query.ts').then(({ queryClient }) => queryClient.resetQueries())
    toast({ title: farewell })
    // Afterwards, because the toast of a verdict that was not sent replaces this one.
    setUser(null)
    writeStored('wallet', null)
    void walletConnection()
      .then(({ forget }) => forget())
      .catch(() => {})
  }, [farewell, isHome, navigate])

  const auth = useMemo(() => {
    const leave = (title: string) => {
      otherTabs.current?.postMessage(null)
      setFarewell(title)
    }
    const logout = async () => {
      const { call, reasonOf } = await import('../../lib/api.ts')
      try {
        await beforeLogout.get()()
        await call('POST /api/logout')
        leave('Logged out successfully')
      } catch (error) {
        toast({ title: 'Logout failed', description: reasonOf(error), tone: 'bad' })
      }
    }
    return { user, isLoading, logout, leave }
  }, [user, isLoading])
  return (
    <AuthContext value={auth}>
      {children}
      {request && (
        <SignInDialogs
          key={request.purpose}
          request={request}
          onClose={(who) => {
            request.onSettle?.(who)
            signInRequest.set(null)
          }}
        />
      )}
    </AuthContext>
  )
}

/** Opens the list of wallets. After the sign-in it navigates to `returnTo`, by default /. */
export function SignInButton({ returnTo, size = 'md' }: { returnTo?: string; size?: 'sm' | 'md' | 'lg' }) {
  const prepare = () => void loadSignIn()
  return (
    <Button size={size} onClick={() => signIn(returnTo)} onPointerEnter={prepare} onFocus={prepare}>
      <Wallet aria-hidden="true" className="size-[1.1em]" />
      Connect wallet
    </Button>
  )
}

/** Loaded on demand: most visitors have no wallet to connect again. */
const walletConnection = () => import('../../lib/wallet/connection.ts')

async function reconnectWallet(): Promise<void> {
  if (readStored('wallet'))
    await walletConnection().then(
      ({ restore }) => restore(),
      () => {},
    )
}

async function announceDemoWallets(config: ReturnType<typeof useConfig>): Promise<void> {
  if (!__LOCAL__ || !config.demoAccounts) return
  const { announceDemoWallets: announce } = await import('../../lib/wallet/demo/demo-wallets.ts')
  announce(config)
}
