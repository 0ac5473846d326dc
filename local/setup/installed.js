import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

/** Where functions run: Lambda on arm64. The packages with native code of infra/lambda-packages are for it. */
export const lambda = { os: 'linux', cpu: 'arm64', libc: 'glibc' }
export const lambdaFolder = (root) => path.join(root, 'infra', 'lambda-packages')

/** A hash of everything that decides what is installed. Other changes of package.json, such as scripts, need no install. */
export function wantedStamp(root, manifest) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = manifest
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .update(fs.readFileSync(path.join(lambdaFolder(root), 'package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

/**
 * Whether npm's record of the last finished install agrees with the lock file, including the packages of a platform. It does
 * after a developer has run `npm install` under a new enough Node; then nothing must be installed.
 */
export function isInstalled(root, platform = own()) {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!fs.existsSync(record)) return false
  const installed = readJson(record).packages
  const { '': _root, ...locked } = readJson(path.join(root, 'package-lock.json')).packages
  return (
    Object.keys(installed).every((name) => locked[name]) &&
    Object.entries(locked).every(([name, entry]) =>
      installed[name] ? installed[name].integrity === entry.integrity : mayBeMissing(entry, platform),
    )
  )
}

function mayBeMissing(entry, platform) {
  const limits = Object.keys(platform).filter((key) => entry[key])
  return (
    Boolean(entry.optional) && !(limits.length && limits.every((key) => entry[key].includes(platform[key])))
  )
}

const own = () => ({ os: process.platform, cpu: process.arch, libc: libc() })

function libc() {
  if (process.platform !== 'linux') return 'none'
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
