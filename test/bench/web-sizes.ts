import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const frontend = path.resolve(import.meta.dirname, '../../frontend')

/** What the first route may take of JavaScript, in bytes after gzip. */
export const firstRouteLimit = 110 * 1024

/** Bytes: as built, and as CloudFront sends them (gzip 6; Brotli 5, which it makes on the fly). */
export interface Size {
  file: string
  raw: number
  gzip: number
  brotli: number
}

/** `first`: what the home page needs before it shows anything; `demand`: all other code and style sheets. */
export interface Sizes {
  first: Size[]
  demand: Size[]
}

/**
 * Builds the web app as it is deployed, and weighs it. `outDir`: where to write it; without, nothing is written.
 */
export async function buildAndWeigh(outDir?: string): Promise<Sizes> {
  // Test runners set it to 'test', and React would be built for development.
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
    sizes[isFirst ? 'first' : 'demand'].push(weigh(file.fileName, Buffer.from(source)))
  }
  for (const group of [sizes.first, sizes.demand]) group.sort((a, b) => b.gzip - a.gzip)
  return sizes
}

function weigh(file: string, source: Buffer): Size {
  return {
    file: file.replace(/^assets\//, ''),
    raw: source.length,
    gzip: gzipSync(source).length,
    brotli: brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
  }
}

/** The sum of some sizes, under a name. */
export function sum(sizes: Size[], file: string): Size {
  const add = (key: 'raw' | 'gzip' | 'brotli') => sizes.reduce((total, size) => total + size[key], 0)
  return { file, raw: add('raw'), gzip: add('gzip'), brotli: add('brotli') }
}

/** The JavaScript among some files, as one size. */
export const scripts = (sizes: Size[]) =>
  sum(
    sizes.filter(({ file }) => file.endsWith('.js')),
    'JavaScript',
  )
