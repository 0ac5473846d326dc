import { Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useAuth } from '../features/auth/auth.tsx'
import { showUser } from '../features/auth/session.ts'
import { watchConnection } from '../lib/connectivity.ts'
import { DialogOpenerContext, useDialogOpener } from '../lib/dialogs.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { withQueries } from '../lib/with-queries.tsx'
import { OfflineNote, Spinner } from '../ui/page-states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { DialogHost } from './dialog-host.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

const SuspensionNotice = lazyComponent(() => import('../features/auth/suspension-notice.tsx'))
const WalletMoveNotice = lazyComponent(withQueries(() => import('../features/auth/wallet-move-notice.tsx')))

/** Requests again what is on the screen. */
async function readAgain(): Promise<void> {
  void showUser()
  const { queryClient } = await import('../lib/query.ts')
  await queryClient.refetchQueries({ type: 'active' })
}

export function Shell() {
  const { user } = useAuth()
  const { pathname, search } = useLocation()
  // A task that the URL names is shown before the page behind it: together they block a phone for too long.
  const isPageShown = useDeferredValue(true, !new URLSearchParams(search).has('id'))
  const main = useRef<HTMLElement>(null)
  const arrivedAt = useRef(pathname)
  useEffect(() => watchConnection(readAgain), [])
  useEffect(() => {
    if (arrivedAt.current === pathname) return
    arrivedAt.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded bg-green px-4 py-2 text-on-green focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header />
      {user?.suspended && <SuspensionNotice />}
      {user?.walletMove && <WalletMoveNotice />}
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<Spinner />}>
            <DialogOpenerContext value={useDialogOpener()}>
              {isPageShown ? <Outlet /> : <Spinner />}
            </DialogOpenerContext>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <aside aria-label="Connection" className="sticky bottom-0 z-40">
        <OfflineNote className="border-line border-t" />
      </aside>
      <DialogHost />
      <Toasts />
    </div>
  )
}
