import { QueryClientProvider } from '@tanstack/react-query'
import { lazy } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import type { SiteConfig } from '../../../domain/config.ts'
import { AuthProvider } from '../features/auth/auth.tsx'
import { ConfigContext } from '../lib/config.ts'
import { queryClient } from '../lib/query.ts'
import HomePage from '../pages/home.tsx'
import { pages } from './prefetch.ts'
import { AdminsOnly, Anonymous, SignedIn } from './route-guards.tsx'
import { Shell } from './shell.tsx'

/** If a page cannot be loaded, the error boundary replaces it. No input can be lost on a page that was not shown yet. */
const routes = (...paths: (keyof typeof pages)[]) =>
  paths.map((path) => {
    const Page = lazy(pages[path])
    return <Route key={path} path={path} element={<Page />} />
  })

const allRoutes = (
  <Route element={<Shell />}>
    <Route index element={<HomePage />} />
    {routes('tasks', 'leaderboard', 'about', 'money', 'confirm-email', 'unsubscribe', 'u/:username', '*')}
    <Route element={<SignedIn />}>
      {routes('dashboard', 'approvals', 'profile', 'notifications')}
      <Route element={<AdminsOnly />}>{routes('admin')}</Route>
    </Route>
    <Route element={<Anonymous />}>{routes('auth')}</Route>
  </Route>
)

/** The site: configuration, cache, router and session around the routes. */
export function App({ config }: { config: SiteConfig }) {
  return (
    <ConfigContext value={config}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AuthProvider>
            <Routes>{allRoutes}</Routes>
          </AuthProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </ConfigContext>
  )
}
