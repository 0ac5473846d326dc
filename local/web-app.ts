import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import sirv from 'sirv'
import { siteSettings } from './site-settings.ts'

const root = join(import.meta.dirname, '..')
const outDir = join(root, 'frontend', 'dist-local')
const stampFile = join(outDir, '.built-from')

/** Folders and files that decide what the built web app contains. */
export const sources = [
  'functions/market/task-page.ts',
  'frontend',
  'domain',
  'contracts/abi.ts',
  'contracts/escrow-encoding.ts',
  'local/web-app.ts',
  'local/site-settings.ts',
  'package-lock.json',
  'tsconfig.json',
]
const builds = join(root, 'frontend', 'dist')

/**
 * Builds the web app for local mode, with the demo wallets, if its sources have changed since the last build.
 * @returns the folder of the built web app
 */
export async function buildWebApp(progress: (step: string) => void): Promise<string> {
  const stamp = await hashSources()
  const builtFrom = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : ''
  if (builtFrom === stamp) return outDir
  progress('Building the web app')
  const { build } = await import('vite')
  process.env.SITE_SETTINGS = JSON.stringify(siteSettings(''))
  const configFile = join(root, 'frontend', 'vite.config.ts')
  await build({ configFile, mode: 'demo', logLevel: 'error', build: { outDir } })
  await compressFiles(outDir)
  await writeFile(stampFile, stamp)
  return outDir
}

/** Writes `.br` and `.gz` versions beside the text files of a folder, because CloudFront compresses these types too. */
export async function compressFiles(folder: string): Promise<void> {
  for (const file of await filesOf(folder)) {
    if (!/\.(css|html|js|json|svg|txt|webmanifest)$/.test(file)) continue
    const content = await readFile(file)
    const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipSync(content))])
  }
}

/**
 * Serves a built web app as CloudFront does: a missing file is a 404, the path of a prerendered page gets its HTML, and any
 * other path gets app.html.
 */
export function webAppHandler(folder: string) {
  // With `dev`, sirv looks for each file at every request: another `npm start` may build the folder again meanwhile.
  const serve = sirv(folder, {
    dev: true,
    single: 'app.html',
    ignores: '^/assets/',
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders,
  })
  return (request: IncomingMessage, response: ServerResponse, { pathname }: URL) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end()
    request.url = pathname
    serve(request, response)
  }
}

function setHeaders(response: ServerResponse, pathname: string): void {
  const isAsset = pathname.startsWith('/assets/')
  response.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    for (const file of (await filesOf(path).catch(() => [path])).filter((file) => !file.startsWith(builds)))
      hash.update(file.slice(root.length)).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
