import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './repository-files.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const { app } = JSON.parse(read('cdk.json')) as { app: string }
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Runs the `app` of cdk.json, as any CDK does, in a project in which nothing is installed yet. */
function runApp(setup: string) {
  const project = mkdtempSync(path.join(tmpdir(), 'project-'))
  for (const folder of ['infra', 'local']) mkdirSync(path.join(project, folder))
  const write = (file: string, text: string) => writeFileSync(path.join(project, file), text)
  cpSync(path.join(root, 'local/run.js'), path.join(project, 'local/run.js'))
  write('package.json', '{ "type": "module" }')
  write('local/setup.js', `import fs from 'node:fs'; ${setup}`)
  write('infra/app.ts', `console.log('synthesized by', process.argv0)`)
  const { status, stdout } = spawnSync(app, { cwd: project, shell: true, encoding: 'utf8' })
  return { status, output: stdout.replaceAll(project, '').trim() }
}

test('The app of cdk.json sets the project up and then runs under the project’s own Node, whichever Node runs the CDK', () => {
  const node = path.join('node_modules/node/bin', path.basename(process.execPath))
  const install = `fs.mkdirSync('node_modules/node/bin', { recursive: true })
    fs.copyFileSync(process.execPath, ${JSON.stringify(node)})`
  expect(runApp(install)).toEqual({ status: 0, output: `synthesized by ${path.sep}${node}` })
})

test('The app of cdk.json fails without a synthesis if the project cannot be set up', () => {
  expect(runApp('process.exitCode = 7')).toEqual({ status: 7, output: '' })
})

test('Every npm script sets the project up, and README describes each of at most 32 scripts', () => {
  const names = Object.keys(scripts)
  const described = (name: string) => read('README.md').match(new RegExp(`npm (run )?${name}(?![a-z:])`))
  expect(names.filter((name) => !scripts[name]?.startsWith('node local/run.js '))).toEqual([])
  expect(names.filter((name) => !described(name))).toEqual([])
  expect(names.length).toBeLessThanOrEqual(32)
})
