import type { QueryClient } from '@tanstack/react-query'
import { prefetchTask } from '../features/tasks/queries.ts'

/** The code of every route but the first, by its path. */
export const pages = {
  tasks: () => import('../pages/tasks.tsx'),
  leaderboard: () => import('../pages/leaderboard.tsx'),
  about: () => import('../pages/about.tsx'),
  dashboard: () => import('../pages/dashboard.tsx'),
  approvals: () => import('../pages/approvals.tsx'),
  profile: () => import('../pages/profile.tsx'),
  admin: () => import('../pages/admin.tsx'),
  auth: () => import('../pages/auth.tsx'),
}

/** The code of the dialogs that an address can open, by their search parameter. */
export const dialogs = {
  id: () => import('../pages/task-dialog.tsx'),
  create: () => import('../features/create-task/create-task-dialog.tsx'),
  review: () => import('../features/reviews/review-dialog.tsx'),
}

/** Starts loading what an address of this site shows: its page, the dialog that it opens, and that dialog's task. */
export function loadAhead({ pathname, search }: Pick<URL, 'pathname' | 'search'>, client: QueryClient): void {
  const params = new URLSearchParams(search)
  const wanted: (() => Promise<unknown>)[] = [
    ...Object.entries(pages).flatMap(([path, load]) => (pathname === `/${path}` ? [load] : [])),
    ...Object.entries(dialogs).flatMap(([name, load]) => (params.has(name) ? [load] : [])),
  ]
  // Where that fails, opening it tries again, and says so.
  for (const load of wanted) load().catch(() => {})
  const task = params.get('id')
  if (task) prefetchTask(client, task)
}

/** From now on, whatever a link leads to starts loading when someone points at it, touches it or comes to it by key. */
export function loadOnIntent(client: QueryClient): void {
  for (const type of ['pointerover', 'focusin'])
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === location.origin) loadAhead(link, client)
    })
}
