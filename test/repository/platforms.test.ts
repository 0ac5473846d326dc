import { readFileSync } from 'node:fs'
import path from 'node:path'
import { files, root } from './repository-files.ts'

interface Locked {
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const packages: Record<string, Locked> = JSON.parse(read('package-lock.json')).packages

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
])('The lock file has a build for %s on %s of each package with native code', (os, cpu) => {
  const native = Object.entries(packages).flatMap(([name, { optionalDependencies = {} }]) => {
    const builds = Object.keys(optionalDependencies).map(
      (build) => packages[`${name}/node_modules/${build}`] ?? packages[`node_modules/${build}`],
    )
    // A package with one optional build works without it, as the file watchers do without fsevents.
    return builds.filter((build) => build?.cpu).length > 1 ? [{ name, builds }] : []
  })
  const fits = (build: Locked | undefined) =>
    build && (build.os?.includes(os) ?? true) && (build.cpu?.includes(cpu) ?? true)
  expect(native.filter(({ builds }) => !builds.some(fits)).map(({ name }) => name)).toEqual([])
  expect(native.length).toBeGreaterThan(6)
})

test('No npm script needs a POSIX shell, and only the CI is a shell script', () => {
  const scripts = Object.values<string>(JSON.parse(read('package.json')).scripts)
  expect(scripts.filter((script) => /^\w+=|[$`';|>]|&(?!&)/.test(script))).toEqual([])
  expect(files().filter((file) => /\.sh$/.test(file) || /^#!.*sh\b/.test(read(file).slice(0, 50)))).toEqual([
    '.ci/run',
  ])
})
