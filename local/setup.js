// Runs before every npm script that needs packages: installs what package-lock.json lists, if that has changed.
// Plain JavaScript without dependencies, for Node 18 and newer, because it runs before anything is installed.
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isInstalled, lambda, lambdaFolder, wantedStamp } from './setup/installed.js'
import { npm, SetupError } from './setup/npm.js'
import { withLock } from './setup/process-lock.js'
import { progress } from './setup/progress.js'

const OLDEST_HOST = [18, 0]
/** Under an older Node, `npm ci` silently skips platform packages that require a newer one, and Hardhat then does not load. */
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

/** The path of a Node that is new enough to install with: the running one, else the pinned one, downloaded if missing. */
async function installerNode(version, say) {
  if (!olderThan(OLDEST_INSTALLER)) return process.execPath
  const file = nodeIn(privateDir)
  const described = path.join(path.dirname(file), '..', 'package.json')
  if (!fs.existsSync(file) || readJson(described).version !== version) {
    say(`Setup: downloading Node ${version}`)
    const args = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      // The script of this package puts the binary in place; package.json allows it, but npm does not read that here.
      '--no-strict-allow-scripts',
      '--prefix',
      privateDir,
      `node@${version}`,
    ]
    await npm(args, { folder: root, nodeFile: process.execPath, logFile })
    mustExist(file)
  }
  return file
}

/** Installs what is missing: the packages of this machine, and those with native code for Lambda. */
async function install(version, say) {
  let nodeFile = await installerNode(version, say)
  // NODE_ENV=production or an `omit` setting of this machine would leave the tools out without these flags.
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  if (!isInstalled(root)) {
    say('Setup: installing packages; this takes about a minute, only after package-lock.json has changed')
    nodeFile = movedOutOf(root, nodeFile)
    await npm(args, { folder: root, nodeFile, logFile })
    mustExist(nodeIn(root))
  }
  const folder = lambdaFolder(root)
  if (isInstalled(folder, lambda)) return
  say('Setup: downloading the packages that Lambda runs')
  const platform = Object.entries(lambda).map(([name, value]) => `--${name}=${value}`)
  await npm([...args, ...platform], { folder, nodeFile, logFile })
}

/** Windows cannot delete a running program, but can move it: npm deletes node_modules, and this Node may be in it. */
function movedOutOf(folder, nodeFile) {
  if (process.platform !== 'win32' || nodeFile.toLowerCase() !== nodeIn(folder).toLowerCase()) return nodeFile
  const moved = path.join(privateDir, 'node.exe')
  fs.renameSync(nodeFile, moved)
  return moved
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
      () => say(`Setup: waiting for another setup of this folder (if there is none, delete ${pidFile})`),
      async () => {
        if (stamped(stamp)) return end()
        await install(manifest.devDependencies.node, say)
        writeStamp(stamp)
        end('Setup: packages installed')
      },
    )
  } finally {
    end()
  }
}

/** The stamp is written last, so that an interrupted install is repeated. */
function writeStamp(stamp) {
  fs.writeFileSync(stampFile, stamp)
  return true
}

main().catch((error) => {
  const denied = ['EACCES', 'EPERM', 'EROFS'].includes(error.code)
  if (error instanceof SetupError) console.error(error.message)
  else if (error.code === 'ENOSPC') console.error('The disk is full: free about 2 GB, then run this again.')
  else if (denied)
    console.error(`${error.path} cannot be written: give yourself write permission, then run this again.`)
  else console.error(error)
  process.exitCode = 1
})
