import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { SiteConfig } from '../../domain/config.ts'
import { App } from './app/app.tsx'
import { StartFailed } from './app/error-boundary.tsx'
import { accountBar, loadPage, prefetchOnIntent, prefetchUrl } from './app/prefetch.ts'
import { requestUser, setUser } from './features/auth/session.ts'
import { askBeforeGoingBack } from './lib/closing.ts'
import { loadConfig, withoutContracts } from './lib/config.ts'
import { taskPath } from './lib/share.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const { path, settings } = element.dataset
// A prerendered page shows the path without query parameters. With them, the first render replaces it.
const isPrerendered = path === location.pathname && !location.search

// A share link leads to the list with the task's dialog. The page of the link stays until the dialog can replace it.
const [, sharedTask] = /^\/t\/(\w+)$/.exec(location.pathname) ?? []
if (sharedTask) history.replaceState(null, '', taskPath(sharedTask))

askBeforeGoingBack()
// These requests run while the code of the page is loaded.
requestUser().then(
  (user) => {
    if (!user) return
    if (!isPrerendered) setUser(user)
    // On a slow connection it would delay the code of the page.
    void mounted.then(accountBar)
  },
  () => null,
)
const prefetched = isPrerendered ? null : prefetchUrl(location)
prefetchOnIntent()
const render = ([config]: [SiteConfig, ...unknown[]]) =>
  // In a transition React renders in slices of some milliseconds.
  startTransition(() => {
    if (isPrerendered && settings)
      hydrateRoot(
        element,
        <App config={config} firstConfig={withoutContracts(JSON.parse(settings))} router={BrowserRouter} />,
      )
    else createRoot(element).render(<App config={config} router={BrowserRouter} />)
  })

/** Done when React reacts to the page's events. If the page cannot be loaded, the error boundary says so inside of the frame. */
export const mounted = Promise.all([
  loadConfig(),
  loadPage(location.pathname).catch(() => {}),
  sharedTask && prefetched,
]).then(render, () => createRoot(element).render(<StartFailed />))
