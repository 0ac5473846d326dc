import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'frontend', 'dist-local')
const stampFile = join(built, '.built-from')

/** Folders and files that the built SPA comes from. */
const sources = [
  'frontend/src',
  'frontend/public',
  'domain',
  'contracts/abi.ts',
  'frontend/index.html',
  'frontend/vite.config.ts',
  'package-lock.json',
]

/** The SPA built for local mode (with the demo wallets), built again only when its sources changed. */
export async function buildWebApp(progress: (step: string) => void): Promise<string> {
  const stamp = await fingerprint()
  const before = existsSync(stampFile) ? await readFile(stampFile, 'utf8') : ''
  if (before === stamp) return built
  progress('Building the web app')
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'frontend', 'vite.config.ts'),
    mode: 'demo',
    logLevel: 'error',
    build: { outDir: built },
  })
  await writeFile(stampFile, stamp)
  return built
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
    const files = entries
      ? entries
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
      : [path]
    for (const file of files) hash.update(file.slice(root.length)).update(await readFile(file))
  }
  return hash.digest('hex')
}
