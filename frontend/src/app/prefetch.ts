import { type ComponentType, lazy } from 'react'
import { CreateTaskDialog } from '../features/create-task/lazy-create-task-dialog.ts'
import { ReviewDialog } from '../features/reviews/lazy-review-dialog.ts'
import { lazyComponent } from '../lib/lazy-component.tsx'
import { withQueries } from '../lib/with-queries.tsx'
import HomePage from '../pages/home.tsx'

/** The code of every page, by its route's path. The code of the home page is part of main.tsx. */
const pages = {
  '': async () => ({ default: HomePage }),
  tasks: () => import('../pages/tasks.tsx'),
  leaderboard: () => import('../pages/leaderboard.tsx'),
  about: () => import('../pages/about.tsx'),
  dashboard: () => import('../pages/dashboard.tsx'),
  approvals: () => import('../pages/approvals.tsx'),
  profile: () => import('../pages/profile.tsx'),
  admin: () => import('../pages/admin.tsx'),
  auth: () => import('../pages/auth.tsx'),
  money: () => import('../pages/money.tsx'),
  'u/:username': () => import('../pages/person.tsx'),
  'confirm-email': () => import('../pages/confirm-email.tsx'),
  notifications: () => import('../pages/notifications.tsx'),
  unsubscribe: () => import('../pages/unsubscribe.tsx'),
  '*': () => import('../pages/not-found.tsx'),
}

type Path = keyof typeof pages

const loadComponent = (path: Path): Promise<{ default: ComponentType }> =>
  path ? withQueries(pages[path])() : pages['']()

/** The component of each page. If its code cannot be loaded, the error boundary replaces it: no input can be lost yet. */
export const pageComponents = Object.fromEntries(
  (Object.keys(pages) as Path[]).map((path) => [path, lazy(() => loadComponent(path))]),
) as { [P in Path]?: ComponentType }

/** The route's path of a URL. */
const routeOf = (pathname: string): Path =>
  (Object.keys(pages) as Path[]).find((path) => path.split('/')[0] === pathname.split('/')[1]) ?? '*'

/** Loads the code of the URL's page before the first render, so that the page appears without a spinner. */
export async function loadPage(pathname: string): Promise<void> {
  const path = routeOf(pathname)
  pageComponents[path] = (await loadComponent(path)).default
}

/** The dialogs that a URL can open, by their query parameter. */
export const dialogs = {
  id: lazyComponent(withQueries(() => import('../pages/task-dialog.tsx'))),
  create: CreateTaskDialog,
  review: ReviewDialog,
}

/** The code of the header that only signed-in people need. */
export const accountBar = () => import('./account-bar.tsx')

/** Loads what a URL of this site shows: the page, the dialog and the dialog's task. */
export async function prefetchUrl({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Promise<void> {
  const params = new URLSearchParams(search)
  const task = params.get('id')
  const wanted: (() => Promise<unknown>)[] = [
    pages[routeOf(pathname)],
    ...Object.entries(dialogs).flatMap(([name, { load }]) => (params.has(name) ? [load] : [])),
    async () => task && (await import('../features/tasks/queries.ts')).prefetchTask(task),
  ]
  // If a prefetch fails, the navigation to the page loads the code again and shows the error.
  await Promise.allSettled(wanted.map((load) => load()))
}

/** Prefetches the target of each link as soon as the pointer or the keyboard focus reaches the link. */
export function prefetchOnIntent(): void {
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === location.origin) void prefetchUrl(link)
    })
}
