import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin, Rolldown } from 'vite'
import { brand } from '../domain/brand.ts'
import type { SiteSettings } from '../domain/config.ts'
import { chain, lists } from '../domain/limits.ts'

/**
 * The paths that have HTML of their own, with the module that each page loads after main.tsx and the URLs that it requests
 * first, which start.ts requests early. infra/spa-fallback.js names the same paths.
 */
const prerendered = {
  '/': ['pages/home/hero-ticket.tsx', `/api/tasks?limit=${lists.tasksFirst}`],
  '/tasks': ['pages/tasks.tsx', `/api/tasks?sort=recent&limit=${lists.tasksFirst}`],
  '/leaderboard': ['pages/leaderboard.tsx', '/api/leaderboard?sort=earnings'],
  '/about': ['pages/about.tsx', ''],
  '/dashboard': ['pages/dashboard.tsx', '/api/user/summary'],
  '/approvals': ['pages/approvals.tsx', '/api/reviews?status=pending'],
  '/admin': ['pages/admin.tsx', '/api/admin/overview'],
  '/profile': ['pages/profile.tsx', ''],
} as const

/** The pages of signed-in people need the app's code at once; the other pages only after their first view. */
const personal = ['/dashboard', '/approvals', '/admin', '/profile']

/** Settings of a build that is for no stage. */
const noSettings: SiteSettings = {
  brand,
  chainId: chain.id,
  rpcUrl: '',
  chainName: 'the test network',
  explorerUrl: null,
  faucetUrl: '',
  presaleUrl: '',
  whitepaperUrl: '',
  socialLinks: [],
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * Writes the HTML of each page that needs no script for its first view. `origin` as in `brandPlugin`; `settings`: those of
 * the stage, which `/config.json` answers too.
 */
export function prerenderPlugin(origin: string, settings: SiteSettings = noSettings): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const template = bundle['index.html']
        if (template?.type !== 'asset') throw new Error('The build has no index.html')
        const empty = template.source.toString()
        const { prerenderPage } = await loadRenderer()
        for (const [path, [source, answers]] of Object.entries(prerendered)) {
          const page = await prerenderPage(path, settings)
          const { title, description } = page.head
          const url = origin + path
          const values: [RegExp, string][] = [
            [/(<title>)[^<]*/, title],
            [/(<meta\s+name="description"\s+content=")[^"]*/, description],
            [/(<meta\s+property="og:title"\s+content=")[^"]*/, title],
            [/(<meta\s+property="og:description"\s+content=")[^"]*/, description],
          ]
          const head = values.reduce(
            (text, [pattern, value]) => text.replace(pattern, (_, start) => start + escapeHtml(value)),
            empty,
          )
          const links = [
            `<link rel="canonical" href="${url}" />`,
            `<meta property="og:url" content="${url}" />`,
            ...(personal.includes(path)
              ? [
                  '<meta name="robots" content="noindex" />',
                  `<link rel="modulepreload" href="/${filesOf(bundle, 'src/main.tsx')[0]}" />`,
                ]
              : []),
          ]
          const data = {
            path,
            settings: JSON.stringify(settings),
            scripts: scriptsOf(bundle, source).join(' '),
            answers,
          }
          const attributes = Object.entries(data).map(
            ([name, value]) => `data-${name}="${escapeHtml(value)}"`,
          )
          const root = `<div id="root" ${attributes.join(' ')}>`
          const whole = head
            .replace(personal.includes(path) ? /<link rel="preload"[^>]*>/ : '', '')
            .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
            .replace('<div id="root">', () => root + page.html)
          if (path === '/') template.source = whole
          else this.emitFile({ type: 'asset', fileName: `${path.slice(1)}.html`, source: whole })
        }
        // The page of every other path.
        this.emitFile({ type: 'asset', fileName: 'app.html', source: empty })
      },
    },
  }
}

/** The chunk of a page's module and all chunks that it imports, without those of main.tsx. */
function scriptsOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const loaded = filesOf(bundle, 'src/main.tsx')
  return filesOf(bundle, source).filter((file) => !loaded.includes(file))
}

/** The chunk of a module and all chunks that it imports. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  const files = new Set(first && [first.fileName])
  // A set also visits what is added during the loop.
  for (const file of files)
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      files.add(imported)
  return [...files]
}

/** Bundles the app for Node. esbuild needs a fraction of the time of a second build with Vite. */
async function loadRenderer(): Promise<typeof import('./src/prerender.tsx')> {
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'prerender-'))
  try {
    const outfile = join(folder, 'prerender.mjs')
    await build({
      entryPoints: [join(import.meta.dirname, 'src', 'prerender.tsx')],
      outfile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      jsx: 'automatic',
      define: { __LOCAL__: 'false' },
      logLevel: 'warning',
    })
    return await import(outfile)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
