import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app/app.tsx'
import { StartFailed } from './app/error-boundary.tsx'
import { accountBar, loadPage, prefetchOnIntent, prefetchUrl } from './app/prefetch.ts'
import './app/styles.css'
import { requestUser } from './features/auth/session.ts'
import { askBeforeGoingBack } from './lib/closing.ts'
import { loadConfig, withoutContracts } from './lib/config.ts'
import { queryClient } from './lib/query.ts'
import { taskPath } from './lib/share.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const { path, settings } = element.dataset
// A prerendered page shows the path without query parameters. With them, the first render replaces it.
const isPrerendered = path === location.pathname && !location.search

// A share link leads to the list with the task's dialog. The page of the link stays until the app is rendered.
const [, sharedTask] = /^\/t\/(\w+)$/.exec(location.pathname) ?? []
if (sharedTask) history.replaceState(null, '', taskPath(sharedTask))

askBeforeGoingBack()
// These requests run while the code of the page is loaded.
requestUser().then(
  (user) => user && accountBar(),
  () => null,
)
if (!isPrerendered) prefetchUrl(location, queryClient)
prefetchOnIntent(queryClient)
// If the page cannot be loaded, the error boundary says so inside of the frame.
Promise.all([loadConfig(), loadPage(location.pathname).catch(() => {})]).then(
  ([config]) => {
    if (isPrerendered && settings)
      hydrateRoot(
        element,
        <App config={config} firstConfig={withoutContracts(JSON.parse(settings))} router={BrowserRouter} />,
      )
    else createRoot(element).render(<App config={config} router={BrowserRouter} />)
  },
  () => createRoot(element).render(<StartFailed />),
)
