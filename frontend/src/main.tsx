import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { ErrorBoundary, StartFailed } from './app/error-boundary.tsx'
import { accountBar, prefetchOnIntent, prefetchUrl } from './app/prefetch.ts'
import './app/styles.css'
import { currentUserQuery } from './features/auth/session.ts'
import { askBeforeGoingBack } from './lib/closing.ts'
import { loadConfig } from './lib/config.ts'
import { queryClient } from './lib/query.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const root = createRoot(element)

askBeforeGoingBack()
// These requests run while the configuration is loaded, without which nothing can be rendered.
queryClient.fetchQuery(currentUserQuery).then(
  (user) => user && accountBar(),
  () => null,
)
prefetchUrl(location, queryClient)
prefetchOnIntent(queryClient)
loadConfig().then(
  (config) =>
    root.render(
      <StrictMode>
        <ErrorBoundary resetKey="">
          <App config={config} />
        </ErrorBoundary>
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
)
