import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'

const root = join(import.meta.dirname, '..')

/** Packages that are still CommonJS call `require`; a short name would collide with minified ones. */
const requireForModules = [
  "import { createRequire as __cjsCreateRequire } from 'node:module'",
  'const require = __cjsCreateRequire(import.meta.url)',
].join(';')

/** siwe requires ethers, which would bring its CommonJS copy along with the one that everything else imports. */
const oneEthers = { ethers: join(root, 'node_modules', 'ethers', 'lib.esm', 'index.js') }

/**
 * One handler as one ES module with its source map, the SDK included: a function then runs what was tested, and loads no
 * slower than with the runtime's own SDK.
 *
 * @returns the folder to deploy
 */
export function bundleFunction(name: string): string {
  const folder = join(root, 'cdk.out', 'functions', name)
  rmSync(folder, { recursive: true, force: true })
  buildSync({
    entryPoints: [join(root, 'functions', 'handlers', `${name}.ts`)],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: oneEthers,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: requireForModules },
    legalComments: 'none',
    logLevel: 'warning',
  })
  return folder
}

/** Stands for the site's origin in the page until the stack, which knows it, is deployed. */
export const originMark = 'https://site-origin.invalid'

export interface BuiltSite {
  folder: string
  /** index.html, which is deployed apart from the folder, with `originMark` in it. */
  page: string
}

/** The SPA as it is deployed: without the demo wallets. */
export async function buildSite(): Promise<BuiltSite> {
  const folder = join(root, 'cdk.out', 'site')
  process.env.SITE_ORIGIN = originMark
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'frontend', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  const page = join(folder, 'index.html')
  const built = { folder, page: readFileSync(page, 'utf8') }
  rmSync(page)
  return built
}
