import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './repository-files.ts'

interface Locked {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const manifest = JSON.parse(read('package.json'))
const { '': _own, ...packages } = JSON.parse(read('package-lock.json')).packages as Record<string, Locked>
const workflows = readdirSync(path.join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`)

test('A changed package is refused: the lock file has a SHA-512 hash of every package, and names no other source', () => {
  const wrong = Object.entries(packages).filter(
    ([, { inBundle, integrity, resolved }]) =>
      !inBundle && (resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')),
  )
  expect(wrong.map(([name]) => name)).toEqual([])
  expect(Object.keys(packages).length).toBeGreaterThan(600)
})

test('A package cannot add an install script unnoticed: npm refuses every script that package.json does not name', () => {
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScript.map(([place]) => place.replace(/^.*node_modules\//, ''))
  expect([...new Set(names)].filter((name) => manifest.allowScripts[name] === undefined)).toEqual([])
  expect(read('.npmrc')).toContain('strict-allow-scripts=true')
})

test('package.json pins every package to one version', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest
  const versions = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('A moved tag cannot change the CI: every action is pinned to a commit, and no job may write to the repository', () => {
  for (const file of workflows) {
    const text = read(file)
    const actions = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action)
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
    expect(text).toContain('permissions:\n  contents: read\n')
    expect(text).not.toMatch(/: write\b|pull_request_target/)
    expect(text.match(/persist-credentials: false/g)).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    )
  }
})

test('The CI audits the lock file against the OSV database every day and writes a bill of materials', () => {
  const text = workflows.map(read).join('\n')
  expect(text).toMatch(/cron:.*\* \* \*'/)
  expect(text).toMatch(
    /google\/osv-scanner-action\/osv-scanner-action@.*\n.*\n *scan-args: --lockfile=package-lock.json/,
  )
  expect(text).toMatch(/npm sbom .*--sbom-format cyclonedx/)
})

test('A bot proposes updates of packages and of the CI’s actions every week', () => {
  const text = read('.github/dependabot.yml')
  for (const ecosystem of ['npm', 'github-actions'])
    expect(text).toContain(`package-ecosystem: ${ecosystem}\n`)
  expect(text.match(/interval: weekly/g)).toHaveLength(2)
})
