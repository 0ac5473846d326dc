import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const frontend = path.resolve(import.meta.dirname, '../../frontend')

/** Maximum gzipped bytes of JavaScript for the first route. */
export const firstRouteLimit = 97 * 1024

/** Bytes as built, and as CloudFront compresses them (gzip level 6, Brotli level 5). */
export interface Size {
  file: string
  raw: number
  gzip: number
  brotli: number
}

/** `first`: files that the home page needs for its first render. `demand`: all other scripts and style sheets. */
export interface Sizes {
  first: Size[]
  demand: Size[]
}

/** Builds the web app for production and measures its files. Without `outDir`, no file is written. */
export async function buildAndMeasure(outDir?: string): Promise<Sizes> {
  // Test runners set NODE_ENV to 'test', which would build the development version of React.
  process.env.NODE_ENV = 'production'
  const built = await build({
    configFile: path.join(frontend, 'vite.config.ts'),
    logLevel: 'error',
    build: outDir ? { outDir } : { write: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))
  const first = new Set<string>()
  const need = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || first.has(name)) return
    first.add(name)
    chunk.imports.forEach(need)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) need(chunk.fileName)
  const html = output.find((file) => file.fileName === 'index.html')
  const page = html?.type === 'asset' ? html.source.toString() : ''

  const sizes: Sizes = { first: [], demand: [] }
  for (const file of output) {
    const source = file.type === 'chunk' ? file.code : file.source
    if (!/\.(js|css)$/.test(file.fileName)) continue
    const isFirst = first.has(file.fileName) || page.includes(`/${file.fileName}`)
    sizes[isFirst ? 'first' : 'demand'].push(sizeOf(file.fileName, Buffer.from(source)))
  }
  for (const group of [sizes.first, sizes.demand]) group.sort((a, b) => b.gzip - a.gzip)
  return sizes
}

function sizeOf(file: string, source: Buffer): Size {
  return {
    file: file.replace(/^assets\//, ''),
    raw: source.length,
    gzip: gzipSync(source).length,
    brotli: brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
  }
}

/** Adds the sizes. The result is named `file`. */
export function sum(sizes: Size[], file: string): Size {
  const add = (key: 'raw' | 'gzip' | 'brotli') => sizes.reduce((total, size) => total + size[key], 0)
  return { file, raw: add('raw'), gzip: add('gzip'), brotli: add('brotli') }
}

/** The sum of the JavaScript files. */
export const scripts = (sizes: Size[]) =>
  sum(
    sizes.filter(({ file }) => file.endsWith('.js')),
    'JavaScript',
  )
