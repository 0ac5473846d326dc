import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { brand } from '../domain/brand.ts'
import { prerenderPlugin } from './prerender.ts'

const paper = { light: '#faf7f1', dark: '#161410' }

/**
 * Inserts the product's name into the page and the manifest, so that the name is written in one file only. Also inserts
 * `origin` before the path of the link preview's picture, which needs an absolute URL.
 */
function brandPlugin(origin: string): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand).replaceAll('%ORIGIN%', origin),
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify({
          name: brand,
          short_name: brand,
          start_url: '/',
          display: 'standalone',
          background_color: paper.light,
          theme_color: paper.light,
          icons: [
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
            { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
            { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
            { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
        }),
      })
    },
  }
}

/**
 * Preloads the font of the first screen in parallel with the style sheet. If it arrives too late for the first paint, this
 * visit keeps the system's font, because a change of the font would move the text.
 */
function fontPlugin(): Plugin {
  return {
    name: 'fonts',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = file.source.toString().replaceAll('font-display:swap', 'font-display:optional')
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head',
          })),
    },
  }
}

/** A deployment sets SITE_ORIGIN, and SITE_SETTINGS to the settings of its stage as JSON. */
const pagePlugins = ({ SITE_ORIGIN = '', SITE_SETTINGS }: Record<string, string>) => [
  brandPlugin(SITE_ORIGIN),
  prerenderPlugin(SITE_ORIGIN, SITE_SETTINGS && JSON.parse(SITE_SETTINGS)),
]

/** Small modules that the pages with lists, filters and forms share. */
const parts =
  /(src\/ui\/(badge|toggle-group|category-icons|field|search-box|show-more)|src\/lib\/url-filters|domain\/task-enums)\.tsx?$|lucide-react.*\/circle-check\.m?js$/

/** Small modules that the pages of signed-in people share. */
const member = new RegExp(
  [
    'src/features/(dashboard/|auth/session-mutation|create-task/pending-funding|reviews/review-host)',
    'src/lib/(linkify|mutation|pending-submissions|review-time|save-file)',
    'src/lib/wallet/(balance|connection|discovery|errors|network|prepare-wallet|provider|rpc)',
    'src/ui/(address|notice|proof-summary|review-time|tabs|user)',
  ].join('|'),
)

const data =
  /@tanstack\/(query-core|react-query)|src\/lib\/query\.ts|pages\/home\/(hero-ticket|featured)\.tsx/

/** Without an alias this would be the development version, which is larger. */
const router = fileURLToPath(import.meta.resolve('react-router').replace('/development/', '/production/'))

/** The modules of the first script, which loads the others. */
const start = /index\.html|src\/start\.ts|preload-helper|rolldown.runtime/

/**
 * `--mode demo` adds the demo wallets of local mode ('local' is no mode name for Vite); the default production build
 * contains none of their code.
 */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [
    react(),
    tailwindcss(),
    ...pagePlugins(loadEnv(mode, import.meta.dirname, 'SITE_')),
    fontPlugin(),
  ],
  resolve: { alias: { 'react-router-dom': router } },
  define: { __LOCAL__: JSON.stringify(mode === 'demo') },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // As an entry, main.tsx has one chunk with everything that it imports.
      input: ['index.html', 'src/main.tsx'].map((file) => `${import.meta.dirname}/${file}`),
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: start, priority: 1 },
            // One file for everything else that the first screen needs: it compresses better.
            { name: 'first-route', tags: ['$initial'] },
            // TanStack Query and the lists of the home page.
            { name: 'data', test: data },
            // One request for all small shared modules instead of one for each.
            { name: 'parts', test: parts },
            { name: 'member', test: member },
          ],
        },
      },
    },
  },
}))
