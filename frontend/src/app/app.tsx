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

// If a page cannot be loaded, the error boundary replaces it. No input can be lost on a page that was not shown yet.
const TasksPage = lazy(pages.tasks)
const LeaderboardPage = lazy(pages.leaderboard)
const AboutPage = lazy(pages.about)
const DashboardPage = lazy(pages.dashboard)
const ApprovalsPage = lazy(pages.approvals)
const ProfilePage = lazy(pages.profile)
const AdminPage = lazy(pages.admin)
const AuthPage = lazy(pages.auth)
const MoneyPage = lazy(pages.money)
const PersonPage = lazy(pages.u)
const ConfirmEmailPage = lazy(pages['confirm-email'])
const NotificationsPage = lazy(pages.notifications)
const UnsubscribePage = lazy(pages.unsubscribe)
const NotFoundPage = lazy(() => import('../pages/not-found.tsx'))

/** The site: configuration, cache, router and session around the routes. */
export function App({ config }: { config: SiteConfig }) {
  return (
    <ConfigContext value={config}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <AuthProvider>
            <Routes>
              <Route element={<Shell />}>
                <Route index element={<HomePage />} />
                <Route path="tasks" element={<TasksPage />} />
                <Route path="leaderboard" element={<LeaderboardPage />} />
                <Route path="about" element={<AboutPage />} />
                <Route path="money" element={<MoneyPage />} />
                <Route path="confirm-email" element={<ConfirmEmailPage />} />
                <Route path="unsubscribe" element={<UnsubscribePage />} />
                <Route path="u/:username" element={<PersonPage />} />
                <Route element={<SignedIn />}>
                  <Route path="dashboard" element={<DashboardPage />} />
                  <Route path="approvals" element={<ApprovalsPage />} />
                  <Route path="profile" element={<ProfilePage />} />
                  <Route path="notifications" element={<NotificationsPage />} />
                  <Route element={<AdminsOnly />}>
                    <Route path="admin" element={<AdminPage />} />
                  </Route>
                </Route>
                <Route element={<Anonymous />}>
                  <Route path="auth" element={<AuthPage />} />
                </Route>
                <Route path="*" element={<NotFoundPage />} />
              </Route>
            </Routes>
          </AuthProvider>
        </BrowserRouter>
      </QueryClientProvider>
    </ConfigContext>
  )
}
