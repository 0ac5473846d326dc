import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './repository-files.ts'

const install = 'start Docker, or install Java 17 or newer, then run this again.'
const changed = 'The npm registry sent a changed amplify-dynamodb-simulator-2.9.30.tgz'
const call = `import('./local/engines/dynamodb-local.ts').then((it) => it.dynamoDbLocal(8000, console.log))
  .then(console.log, (error) => console.error(error.message))`

// The fake programs are scripts that only POSIX systems can start.
test.skipIf(process.platform === 'win32').each([
  ['neither Docker nor Java', install, {}],
  ['Java 11', install, { java: 'console.error(`openjdk version "11.0.2"`)' }],
  ['Docker for Windows containers', install, { docker: 'console.log("windows")' }],
  ['Docker for Linux containers', 'amazon/dynamodb-local:1.25.1', { docker: 'console.log("linux")' }],
  ['Java 21 and a changed archive', changed, { java: 'console.error(`version "21"`)' }],
])('On a machine with %s, the start of DynamoDB Local prints "%s"', (_, expected, programs) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dynamodb-local-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const part of ['engines/dynamodb-local.ts', 'setup'])
    fs.cpSync(path.join(root, 'local', part), path.join(folder, 'local', part), { recursive: true })
  for (const [name, code] of Object.entries(programs))
    fs.writeFileSync(path.join(folder, name), `#!${process.execPath}\n${code}\n`, { mode: 0o755 })
  const npm = path.join(folder, 'npm-cli.js')
  fs.writeFileSync(npm, `require('node:fs').writeFileSync('${changed.split(' ').at(-1)}', 'changed')`)
  const env = { PATH: folder, npm_execpath: npm }
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', call], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(stdout + stderr).toContain(expected)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
