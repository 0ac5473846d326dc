import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './repository-files.ts'

let clone: string

beforeEach(() => {
  clone = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'clone-')))
  fs.mkdirSync(path.join(clone, 'local'))
  for (const part of ['setup.js', 'setup'])
    fs.cpSync(path.join(root, 'local', part), path.join(clone, 'local', part), { recursive: true })
  write('package.json', { type: 'module', scripts: {}, devDependencies: { node: '24.21.0' } })
  write('package-lock.json', lock('1'))
  write('infra/lambda-packages/package-lock.json', lock('1'))
  write('infra/lambda-packages/node_modules/.package-lock.json', {
    packages: { 'node_modules/a': { integrity: '1' } },
  })
})

afterEach(() => fs.rmSync(clone, { recursive: true }))

test('The first setup of a clone installs the packages, and the second setup does nothing', async () => {
  expect(await setUp()).toMatchObject({ code: 0 })
  expect(calls()).toHaveLength(1)
  expect(calls()[0]?.args).toContain('ci')
  expect(await setUp()).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(calls()).toHaveLength(1)
})

test('A changed lock file is installed, and changed scripts in package.json are not', async () => {
  await setUp()
  write('package.json', { type: 'module', scripts: { more: 'true' }, devDependencies: { node: '24.21.0' } })
  await setUp()
  expect(calls()).toHaveLength(1)
  write('package-lock.json', lock('2'))
  await setUp()
  expect(calls()).toHaveLength(2)
})

test('A setup after a killed one installs again, although node_modules exists', async () => {
  fs.mkdirSync(path.join(clone, 'node_modules/half'), { recursive: true })
  fs.mkdirSync(path.join(clone, '.node'))
  fs.writeFileSync(path.join(clone, '.node/setup.pid'), '99999999')
  expect(await setUp()).toMatchObject({ code: 0 })
  expect(calls()).toHaveLength(1)
})

test('Packages that a developer installed by hand are kept, unless one for this platform is missing', async () => {
  const a = { integrity: 'a' }
  const forUs = { integrity: 'b', optional: true, os: [process.platform] }
  const forOthers = { integrity: 'c', optional: true, os: ['plan9'] }
  write('package-lock.json', {
    packages: { '': {}, 'node_modules/a': a, 'node_modules/b': forUs, 'node_modules/c': forOthers },
  })
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': a, 'node_modules/b': forUs } })
  await setUp()
  expect(calls()).toHaveLength(0)
  fs.rmSync(path.join(clone, 'node_modules/.setup-stamp'))
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': a } })
  await setUp()
  expect(calls()).toHaveLength(1)
})

test('The packages with native code are installed for Lambda, whatever this machine is', async () => {
  const forLambda = { integrity: 'a', optional: true, os: ['linux'], cpu: ['arm64'], libc: ['glibc'] }
  write('infra/lambda-packages/package-lock.json', { packages: { '': {}, 'node_modules/a': forLambda } })
  write('infra/lambda-packages/node_modules/.package-lock.json', { packages: {} })
  await setUp()
  expect(calls()).toHaveLength(2)
  expect(calls()[1]?.args).toEqual(
    expect.arrayContaining(['ci', '--os=linux', '--cpu=arm64', '--libc=glibc']),
  )
})

test('Two concurrent setups install once, and one waits for the other', async () => {
  const both = await Promise.all([setUp({ FAKE_NPM_TAKES: '600' }), setUp({ FAKE_NPM_TAKES: '600' })])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(calls()).toHaveLength(1)
  expect(both.map(({ stdout }) => stdout).join('')).toContain('waiting for another setup')
})

test('On an older Node, the setup downloads the pinned Node first and installs with it', async () => {
  expect(await setUp({}, '20.20.2')).toMatchObject({ code: 0 })
  const [fetching, installing] = calls()
  const fetched = path.join(clone, '.node/node_modules/node/bin')
  expect(fetching?.args).toEqual(
    expect.arrayContaining(['install', '--prefix', path.join(clone, '.node'), 'node@24.21.0']),
  )
  expect(installing?.args).toContain('ci')
  expect(installing?.first).toBe(fetched)
})

describe('A failed setup prints one sentence that says what to do', () => {
  test.each([
    ['the registry cannot be reached', 'npm error code ENOTFOUND', 'The npm registry cannot be reached'],
    ['the registry refuses a package', 'npm error code E403', 'The npm registry refused a package'],
    ['the lock file is stale', 'npm error code EUSAGE', 'run `npm install` under Node 24'],
    ['the disk is full', 'npm error code ENOSPC', 'The disk is full'],
    ['the folder is not writable', 'npm error code EACCES', 'This folder cannot be written to'],
    ['npm fails for another reason', 'npm error boom', 'fix the problem described in .node/setup.log'],
  ])('If %s, the setup prints one sentence, keeps the output of npm and works at the next try', async (_case, says, sentence) => {
    const { code, stderr } = await setUp({ FAKE_NPM_SAYS: says })
    expect(code).toBe(1)
    expect(stderr).toContain(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(fs.readFileSync(path.join(clone, '.node/setup.log'), 'utf8')).toContain(says)
    expect((await setUp()).code).toBe(0)
  })

  test('If npm is missing, the setup says to install Node.js with npm', async () => {
    const { code, stderr } = await setUp({ npm_execpath: '', PATH: clone })
    expect(code).toBe(1)
    expect(stderr).toBe('npm is not installed: install Node.js together with npm, then run this again.\n')
  })

  test('If Node is older than 18, the setup says to install Node 24', async () => {
    const { code, stderr } = await setUp({}, '16.20.0')
    expect(code).toBe(1)
    expect(stderr).toContain('Node 16.20.0 is too old: install Node 24')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})

const lock = (integrity: string) => ({ packages: { '': {}, 'node_modules/a': { integrity } } })

function write(file: string, content: object): void {
  fs.mkdirSync(path.dirname(path.join(clone, file)), { recursive: true })
  fs.writeFileSync(path.join(clone, file), JSON.stringify(content))
}

function calls(): { args: string[]; first: string }[] {
  const log = path.join(clone, 'calls.log')
  if (!fs.existsSync(log)) return []
  return fs
    .readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Runs the set-up in the clone; `version` is the Node it believes to run on. */
function setUp(env: NodeJS.ProcessEnv = {}, version = process.versions.node) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'local/setup.js']
  const npm = path.join(root, 'test/repository/fixtures/npm-cli.js')
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd: clone, env: { ...process.env, npm_execpath: npm, FAKE_NPM_LOG: `${clone}/calls.log`, ...env } },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 1, stdout, stderr }),
    )
  })
}
