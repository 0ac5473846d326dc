import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Options of Playwright's `launch` for a Chromium that starts on this machine. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

/** This folder is in `node_modules`, so that the unpacked browser is deleted together with its package. */
const packagedDir = path.resolve(import.meta.dirname, '../../node_modules/.cache/chromium')

/** The sandbox needs user namespaces, which root and many containers do not have. The tests open only our own pages. */
const args = ['--no-sandbox']

const installedPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'].flatMap(
    (name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)),
  ),
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
    ['/Applications', path.join(os.homedir(), 'Applications')].map((folder) =>
      path.join(folder, `${name}.app/Contents/MacOS/${name}`),
    ),
  ),
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) =>
      path.join(process.env[variable] ?? '', file),
    ),
  ),
}

/**
 * Finds a Chromium that starts on this machine: `CHROME_PATH`, else the npm package (Linux x64), else an installed one.
 *
 * @throws Error that says what to install
 */
export async function findBrowser(): Promise<Browser> {
  const named = process.env.CHROME_PATH
  if (named) {
    const browser = { executablePath: named, args, env: {} }
    const trouble = await startError(browser)
    if (trouble) throw new Error(`CHROME_PATH names ${named}, which does not start: ${trouble}`)
    return browser
  }
  const packaged = process.platform === 'linux' && process.arch === 'x64' ? await packagedBrowser() : null
  if (packaged) return packaged
  const installed = (installedPlaces[process.platform] ?? []).find((file) => fs.existsSync(file))
  if (installed) return { executablePath: installed, args, env: {} }
  throw new Error('No browser was found: install Chrome or Chromium, or set CHROME_PATH to one.')
}

/** The Chromium of the npm package, with its own libraries and fonts if the machine has none; null if it does not start. */
async function packagedBrowser(): Promise<Browser | null> {
  const folder = await extracted()
  const executablePath = path.join(folder, 'chromium')
  const fonts = { FONTCONFIG_FILE: path.join(folder, 'fonts.conf') }
  const env: Record<string, string> = fs.existsSync('/etc/fonts/fonts.conf') ? {} : fonts
  const libraries = { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib') }
  for (const own of [env, { ...env, ...libraries }]) {
    const browser = { executablePath, args, env: own }
    if ((await startError(browser)) === null) return browser
  }
  return null
}

/**
 * Returns the folder with the unpacked Chromium. It is unpacked into a temporary folder, which is then renamed: two
 * processes may do this at the same time, and neither uses an incomplete browser.
 */
async function extracted(): Promise<string> {
  const entry = import.meta.resolve('@sparticuz/chromium')
  const bin = new URL('../bin/', entry)
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', entry), 'utf8')) as {
    version: string
  }
  const folder = path.join(packagedDir, version)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(packagedDir, { recursive: true })
  const aside = fs.mkdtempSync(path.join(packagedDir, 'unpacking-'))
  await unpack(bin, aside)
  // The fonts.conf of the package names only folders of AWS Lambda.
  fs.writeFileSync(
    path.join(aside, 'fonts.conf'),
    fontsConf(path.join(folder, 'fonts'), path.join(folder, 'font-cache')),
  )
  try {
    fs.renameSync(aside, folder)
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true })
    if (!fs.existsSync(folder)) throw error
  }
  return folder
}

async function unpack(bin: URL, folder: string): Promise<void> {
  const { inflate } = await import('@sparticuz/chromium')
  // The package unpacks to os.tmpdir(), which each call reads when it starts.
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  const names = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br', 'fonts.tar.br']
  const work = names.map((name) => inflate(fileURLToPath(new URL(name, bin))))
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  await Promise.all(work)
}

const fontsConf = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`

/** The error with which a browser fails to start, or null if it starts. */
async function startError({ executablePath, env }: Browser): Promise<string | null> {
  try {
    await promisify(execFile)(executablePath, ['--version'], {
      env: { ...process.env, ...env },
      timeout: 20_000,
    })
    return null
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1) ?? ''
  }
}
