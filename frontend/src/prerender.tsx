import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import type { SiteSettings } from '../../domain/config.ts'
import { App } from './app/app.tsx'
import { loadPage } from './app/prefetch.ts'
import { withoutContracts } from './lib/config.ts'
import { type Head, renderedHead } from './lib/page-head.ts'
import { queryClient } from './lib/query.ts'

/**
 * Renders the page at a path without a browser: its frame, and placeholders for everything that is requested.
 * @returns the HTML of #root, and the head that the page has set
 */
export async function prerenderPage(
  path: string,
  settings: SiteSettings,
): Promise<{ html: string; head: Head }> {
  await loadPage(path)
  // Without this option, React would put a large page into inline scripts, which the Content-Security-Policy refuses.
  const router = ({ children }: { children: ReactNode }) => (
    <StaticRouter location={path}>{children}</StaticRouter>
  )
  const { prelude } = await prerender(<App config={withoutContracts(settings)} router={router} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const html = await new Response(prelude).text()
  // Otherwise its timers keep the process of the build running.
  queryClient.clear()
  const head = renderedHead()
  if (!head) throw new Error(`The page at ${path} has no title`)
  return { html, head }
}
