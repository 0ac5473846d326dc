import { type ComponentType, type ReactNode, StrictMode, startTransition, useEffect, useState } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { SiteConfig } from '../../../domain/config.ts'
import { AuthProvider } from '../features/auth/auth.tsx'
import { ConfigContext, type PageConfig } from '../lib/config.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { pageComponents } from './prefetch.ts'
import { AdminsOnly, Anonymous, SignedIn } from './route-guards.tsx'
import { Shell } from './shell.tsx'

const routes = (...paths: (keyof typeof pageComponents)[]) =>
  paths.map((path) => {
    const Page = pageComponents[path]
    return <Route key={path} path={path} element={Page && <Page />} />
  })

const createRoutes = () => (
  <Route element={<Shell />}>
    {routes('', 'tasks', 'leaderboard', 'about', 'money', 'unsubscribe', 'u/:username', '*')}
    <Route element={<SignedIn />}>
      {routes('dashboard', 'approvals', 'profile', 'notifications', 'confirm-email')}
      <Route element={<AdminsOnly />}>{routes('admin')}</Route>
    </Route>
    <Route element={<Anonymous />}>{routes('auth')}</Route>
  </Route>
)

interface Props {
  config: SiteConfig
  /** The configuration of a prerendered page, with which the first render must agree. */
  firstConfig?: PageConfig | undefined
  /** React Router's router: of the browser's URL, or of the path that is prerendered. */
  router: ComponentType<{ children: ReactNode }>
}

/** The site: configuration, router and session around the routes. */
export function App({ config, firstConfig = config, router: Router }: Props) {
  const [shownConfig, showConfig] = useState(firstConfig)
  const [allRoutes] = useState(createRoutes)
  // In a transition, because React then hydrates the whole page before.
  useEffect(() => startTransition(() => showConfig(config)), [config])
  return (
    <StrictMode>
      <ErrorBoundary resetKey="">
        <ConfigContext value={shownConfig}>
          <Router>
            <AuthProvider>
              <Routes>{allRoutes}</Routes>
            </AuthProvider>
          </Router>
        </ConfigContext>
      </ErrorBoundary>
    </StrictMode>
  )
}
