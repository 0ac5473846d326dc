// Runs npm and describes a failure in one sentence. Plain JavaScript for Node 18 and newer.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** An error that the user can fix; only its message is printed. */
export class SetupError extends Error {}

/** The npm that runs this script, if any, because its path is known and it needs no shell. */
function command(nodeFile) {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.[cm]?js$/.test(running)) return { file: nodeFile, first: [running], shell: false }
  const windows = process.platform === 'win32'
  return { file: windows ? 'npm.cmd' : 'npm', first: [], shell: windows }
}

/**
 * Runs `npm …args` in `folder` with the Node at `nodeFile`, which is also first on the PATH of npm's child processes.
 * @throws SetupError after npm's output is written to `logFile`
 */
export function npm(args, { folder, nodeFile, logFile }) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH'
  const env = { ...process.env, [pathKey]: path.dirname(nodeFile) + path.delimiter + process.env[pathKey] }
  const { file, first, shell } = command(nodeFile)
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...first, ...args], {
      cwd: folder,
      env,
      shell,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => {
      const missing = 'npm is not installed: install Node.js together with npm, then run this again.'
      reject(error.code === 'ENOENT' ? new SetupError(missing) : error)
    })
    child.on('close', (code) => {
      if (code === 0) return resolve()
      fs.writeFileSync(logFile, output)
      reject(new SetupError(explain(output, path.relative(folder, logFile))))
    })
  })
}

const causes = [
  [/ENOSPC|EDQUOT/, 'The disk is full: free about 2 GB'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT/,
    "The npm registry cannot be reached: check the network, and npm's proxy and registry settings",
  ],
  [
    /\bE4\d\d\b|ETARGET/,
    'The npm registry refused a package: check `npm config get registry` and that you may read from it',
  ],
  [/\bE5\d\d\b/, 'The npm registry has a problem: wait a few minutes'],
  [
    /EUSAGE|EINTEGRITY/,
    'package-lock.json does not match package.json or the registry: run `npm install` under Node 24',
  ],
  [/EACCES|EPERM|EROFS/, 'This folder cannot be written to: give yourself write permission for node_modules'],
]

function explain(output, log) {
  const [, advice] = causes.find(([pattern]) => pattern.test(output)) || []
  return advice
    ? `${advice}, then run this again (npm's output is in ${log}).`
    : `npm could not install the packages: fix the problem described in ${log}, then run this again.`
}
