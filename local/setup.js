// What runs before `npm start` and `npm test`: makes node_modules what package-lock.json says.
// Plain JavaScript without a dependency, for any Node from 18 up, because it runs before there is anything to run it with.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedByHand, wantedStamp } from './setup/installed.js'
import { npm, SetupError } from './setup/npm.js'
import { withLock } from './setup/process-lock.js'
import { progress } from './setup/progress.js'

const OLDEST_HOST = [18, 0]
/** Under an older Node `npm ci` silently skips platform packages that ask for a newer one, and Hardhat then does not load. */
const OLDEST_INSTALLER = [22, 13]

const root = fileURLToPath(new URL('..', import.meta.url))
const privateDir = path.join(root, '.node')
const logFile = path.join(privateDir, 'setup.log')
const stampFile = path.join(root, 'node_modules', '.setup-stamp')
const nodeIn = (folder) =>
  path.join(folder, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))
const stamped = (stamp) => fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === stamp

function olderThan([major, minor]) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number)
  return ownMajor < major || (ownMajor === major && ownMinor < minor)
}

/** A Node new enough to install with: the one running us, or the pinned one, fetched where it is not there yet. */
async function installer(version, say) {
  if (!olderThan(OLDEST_INSTALLER)) return process.execPath
  const file = nodeIn(privateDir)
  const described = path.join(path.dirname(file), '..', 'package.json')
  if (!fs.existsSync(file) || readJson(described).version !== version) {
    say(`Setting up: fetching Node ${version}`)
    const args = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      privateDir,
      `node@${version}`,
    ]
    await npm(args, { folder: root, nodeFile: process.execPath, logFile })
    mustExist(file)
  }
  return file
}

async function install(version, say) {
  const nodeFile = await installer(version, say)
  say('Setting up: installing what package-lock.json says, about a minute, only when it changes')
  // Included by name, so that NODE_ENV=production or an `omit` set on this machine cannot leave the tools out.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  await npm(args, { folder: root, nodeFile, logFile })
  mustExist(nodeIn(root))
}

function mustExist(nodeFile) {
  if (fs.existsSync(nodeFile)) return
  throw new SetupError(
    'npm did not unpack Node: let it run install scripts (`npm config set ignore-scripts false`), then run this again.',
  )
}

async function main() {
  if (olderThan(OLDEST_HOST))
    throw new SetupError(
      `Node ${process.versions.node} is too old: install Node 24 (18 or newer will do), then run this again.`,
    )
  const manifest = readJson(path.join(root, 'package.json'))
  const stamp = wantedStamp(root, manifest)
  if (stamped(stamp)) return
  const { say, end } = progress()
  fs.mkdirSync(privateDir, { recursive: true })
  const pidFile = path.join(privateDir, 'setup.pid')
  try {
    await withLock(
      pidFile,
      () =>
        say(`Setting up: waiting for another set-up of this folder (if there is none, delete ${pidFile})`),
      async () => {
        if (stamped(stamp) || (installedByHand(root) && writeStamp(stamp))) return end()
        await install(manifest.devDependencies.node, say)
        writeStamp(stamp)
        end('Set up: packages installed')
      },
    )
  } finally {
    end()
  }
}

/** Written last, so that an install that was killed half-way is done again. */
function writeStamp(stamp) {
  fs.writeFileSync(stampFile, stamp)
  return true
}

main().catch((error) => {
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
  if (error instanceof SetupError) console.error(error.message)
  else if (error.code === 'ENOSPC') console.error('The disk is full: free about 2 GB, then run this again.')
  else if (denied)
    console.error(`${error.path} cannot be written: give yourself that right, then run this again.`)
  else console.error(error)
  process.exitCode = 1
})
