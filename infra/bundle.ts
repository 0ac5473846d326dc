import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import type { SiteSettings } from '../domain/config.ts'

const root = join(import.meta.dirname, '..')

/** Defines `require` for CommonJS packages; a shorter name could collide with minified names. */
const requireShim = [
  "import { createRequire as __cjsCreateRequire } from 'node:module'",
  'const require = __cjsCreateRequire(import.meta.url)',
].join(';')

/** siwe requires ethers as CommonJS; without the alias, the bundle of `auth` would contain ethers twice. */
const ethers = join(root, 'node_modules', 'ethers', 'lib.esm')
const ethersAlias = {
  'ethers/address': join(ethers, 'address', 'index.js'),
  ethers: join(ethers, 'index.js'),
}

/** sharp for Lambda, which `local/setup.js` installs: its native library cannot be part of a bundle. */
const lambdaPackages = join(root, 'infra', 'lambda-packages', 'node_modules')

/** The file with the web app's own page, beside the bundle of `tasks`. */
export const sitePage = 'page.html'

/**
 * Bundles one handler into ES modules with source maps, and copies sharp beside them if the handler stores pictures. Code
 * behind `import()` is a file of its own, which only its first use loads. The AWS SDK is included, so that a function runs the tested
 * version; it loads no slower than the runtime's SDK.
 *
 * @param page the HTML of `sitePage`
 * @returns path of the folder to deploy
 */
export function bundleFunction(name: string, page?: string): string {
  const folder = join(root, 'cdk.out', 'functions', name)
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = buildSync({
    entryPoints: [join(root, 'functions', 'handlers', `${name}.ts`)],
    outdir: folder,
    entryNames: 'index',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    alias: ethersAlias,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: requireShim },
    legalComments: 'none',
    logLevel: 'warning',
    external: ['sharp'],
    metafile: true,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  if (imports.some(({ path }) => path === 'sharp'))
    cpSync(lambdaPackages, join(folder, 'node_modules'), { recursive: true })
  if (page) writeFileSync(join(folder, sitePage), page)
  return folder
}

/** Placeholder for the site's origin in the built page; the deployment replaces it. */
export const originPlaceholder = 'https://site-origin.invalid'

export interface BuiltSite {
  folder: string
  /** The HTML files by their names. They are not in `folder`, because the deployment replaces their `originPlaceholder`. */
  pages: Record<string, string>
}

/** Builds the SPA for production, which has no demo wallets, with pages that are prerendered for these settings. */
export async function buildSite(settings: SiteSettings): Promise<BuiltSite> {
  const folder = join(root, 'cdk.out', 'site')
  Object.assign(process.env, { SITE_ORIGIN: originPlaceholder, SITE_SETTINGS: JSON.stringify(settings) })
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'frontend', 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  })
  const pages: Record<string, string> = {}
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.html'))) {
    pages[name] = readFileSync(join(folder, name), 'utf8')
    rmSync(join(folder, name))
  }
  return { folder, pages }
}
