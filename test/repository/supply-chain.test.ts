import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { files, root } from './repository-files.ts'

interface Locked {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  hasInstallScript?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
/** Where packages are installed: for development, and for the Lambda functions that need native code. */
const places = ['', 'infra/lambda-packages/']
const manifests = places.map((place) => JSON.parse(read(`${place}package.json`)))
const packages = places.flatMap((place) =>
  Object.entries<Locked>(JSON.parse(read(`${place}package-lock.json`)).packages).filter(([name]) => name),
)
const workflows = readdirSync(path.join(root, '.github/workflows')).map((file) => `.github/workflows/${file}`)

test('A changed package is refused: each lock file has a SHA-512 hash of every package, and names no other source', () => {
  const wrong = packages.filter(
    ([, { inBundle, integrity, resolved }]) =>
      !inBundle && (resolved !== undefined || !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')),
  )
  expect(wrong.map(([name]) => name)).toEqual([])
  expect(packages.length).toBeGreaterThan(600)
})

test('A package cannot add an install script unnoticed: npm refuses every script that package.json does not name', () => {
  const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript)
  const names = withScript.map(([place]) => place.replace(/^.*node_modules\//, ''))
  expect([...new Set(names)].filter((name) => manifests[0].allowScripts[name] === undefined)).toEqual([])
  expect(read('.npmrc')).toContain('strict-allow-scripts=true')
})

test('Each package.json pins every package to one version', () => {
  const versions = manifests.flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
    Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  )
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('A moved tag cannot change the CI: every action is pinned to a commit, and no checkout keeps its token', () => {
  for (const file of workflows) {
    const text = read(file)
    const actions = [...text.matchAll(/uses: (?!\.\/)(\S+)/g)].map(([, action]) => action)
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action ?? ''))).toEqual([])
    expect(text).not.toContain('pull_request_target')
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(
      text.match(/actions\/checkout@/g)?.length ?? 0,
    )
  }
})

test('The CI audits each lock file against the OSV database every day and writes a bill of materials', () => {
  const text = workflows.map(read).join('\n')
  expect(text).toMatch(/cron:.*\* \* \*'/)
  expect(text).toContain('google/osv-scanner-action/osv-scanner-action@')
  for (const place of places) expect(text).toContain(`--lockfile=${place}package-lock.json\n`)
  expect(text).toMatch(/npm sbom .*--sbom-format cyclonedx/)
})

test('A bot proposes updates of packages and of the CI’s actions every week', () => {
  const text = read('.github/dependabot.yml')
  for (const ecosystem of ['npm', 'github-actions'])
    expect(text).toContain(`package-ecosystem: ${ecosystem}\n`)
  expect(text.match(/interval: weekly/g)).toHaveLength(2)
  expect(text).toContain('directories: [/, /infra/lambda-packages]\n')
})

const locked = new Map(packages)
const platforms = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64']
test.each(platforms)('The lock file has a build for %s of each package with native code', (platform) => {
  const [os = '', cpu = ''] = platform.split(' ')
  const native = packages.flatMap(([name, { optionalDependencies = {} }]) => {
    const builds = Object.keys(optionalDependencies).map(
      (build) => locked.get(`${name}/node_modules/${build}`) ?? locked.get(`node_modules/${build}`),
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
  const scripts = Object.values<string>(manifests[0].scripts)
  expect(scripts.filter((script) => /^\w+=|[$`';|>]|&(?!&)/.test(script))).toEqual([])
  expect(files().filter((file) => /\.sh$/.test(file) || /^#!.*sh\b/.test(read(file).slice(0, 50)))).toEqual([
    '.ci/run',
  ])
})
