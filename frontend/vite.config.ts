import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brand } from '../domain/brand.ts'

const paper = { light: '#faf7f1', dark: '#161410' }

/** Puts the product's name into the page and the manifest, so that it is written in one file only. */
function brandPlugin(): Plugin {
  return {
    name: 'brand',
    transformIndexHtml: (html) => html.replaceAll('%BRAND%', brand),
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
          icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
        }),
      })
    },
  }
}

/** `--mode local` adds the demo wallets; the default production build contains none of their code. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), brandPlugin()],
  define: { __LOCAL__: JSON.stringify(mode === 'local') },
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
}))
