import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'))

/** A hash of everything that decides what is installed. Other changes of package.json, such as scripts, need no install. */
export function wantedStamp(root, manifest) {
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = manifest
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

/**
 * Whether npm's record of the last finished install agrees with the lock file, including platform packages. It does after
 * a developer has run `npm install` under a new enough Node; then nothing must be installed.
 */
export function installedByHand(root) {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!fs.existsSync(record)) return false
  const installed = readJson(record).packages
  const { '': _root, ...locked } = readJson(path.join(root, 'package-lock.json')).packages
  return (
    Object.keys(installed).every((name) => locked[name]) &&
    Object.entries(locked).every(([name, entry]) =>
      installed[name] ? installed[name].integrity === entry.integrity : mayBeMissing(entry),
    )
  )
}

function mayBeMissing(entry) {
  const own = { os: process.platform, cpu: process.arch, libc: libc() }
  const limits = Object.keys(own).filter((key) => entry[key])
  return Boolean(entry.optional) && !(limits.length && limits.every((key) => entry[key].includes(own[key])))
}

function libc() {
  if (process.platform !== 'linux') return 'none'
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}
