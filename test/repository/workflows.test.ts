import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from './repository-files.ts'

interface Job {
  needs?: string
  uses?: string
  environment?: string
  concurrency?: string
  permissions?: Record<string, string>
  with?: Record<string, string>
  steps?: { run?: string; uses?: string }[]
}
interface Workflow {
  on: Record<string, { inputs?: object } | null>
  permissions: Record<string, string>
  jobs: Record<string, Job>
}
const folder = path.join(root, '.github/workflows')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const files = readdirSync(folder)
const workflows = Object.fromEntries(files.map((file) => [file, parse(read(file)) as Workflow]))
const settings = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const jobs = Object.entries(workflows).flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ id: `${file} ${name}`, job })),
)

test('Every npm script and every workflow that a workflow names exists', () => {
  const { scripts } = settings('package.json')
  const named = files.flatMap((file) => [...read(file).matchAll(/npm run (?:--\S+ )*([\w:]+)/g)])
  expect(named.map(([, script = '']) => script).filter((script) => !scripts[script])).toEqual([])
  expect(named.length).toBeGreaterThan(3)
  const called = jobs.flatMap(({ job }) => job.uses ?? [])
  expect(called.filter((file) => !('workflow_call' in (workflows[path.basename(file)]?.on ?? {})))).toEqual(
    [],
  )
})

test('A stage is deployed after all tests, and prod after the deployment and the smoke test of dev', () => {
  const { test, dev, prod } = workflows['stages.yml']?.jobs ?? {}
  expect(test?.uses).toBe('./.github/workflows/ci.yml')
  expect([dev?.needs, prod?.needs]).toEqual(['test', 'dev'])
  expect([dev, prod].map((job) => job?.uses)).toEqual(Array(2).fill('./.github/workflows/stage.yml'))
  const stages = [dev, prod].map((job) => job?.with?.stage ?? '')
  expect(Object.keys(settings('cdk.json').context.stages)).toEqual(expect.arrayContaining(stages))
  expect(stages).toEqual(['dev', 'prod'])
  const { build, deploy, smoke } = workflows['stage.yml']?.jobs ?? {}
  expect([build?.needs, deploy?.needs, smoke?.needs]).toEqual([undefined, 'build', 'deploy'])
})

test('The job with credentials runs no code of this repository and no script of a package, and deploys what was built without', () => {
  const steps = workflows['stage.yml']?.jobs.deploy?.steps ?? []
  const commands = steps.flatMap(({ run }) => run?.trim().split('\n') ?? [])
  expect(commands.map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual([
    'npm ci --ignore-scripts',
    expect.stringMatching(/^echo .*needs\.build/),
    'tar --extract --file',
    'node node_modules/aws-cdk/bin/cdk deploy',
    expect.stringMatching(/^echo "origin=/),
  ])
  expect(commands[1]).toMatch(/\| sha256sum --check$/)
  const place = (part: string) => steps.findIndex(({ run = '', uses = '' }) => `${run}${uses}`.includes(part))
  expect(place('sha256sum')).toBeLessThan(place('configure-aws-credentials'))
  expect(settings('node_modules/aws-cdk/package.json').dependencies).toEqual({})
})

test('A deployment needs the approval of its stage’s environment and runs alone', () => {
  const inputs = '$' + '{{ inputs.stage }}'
  expect(workflows['stage.yml']?.jobs.deploy).toMatchObject({
    environment: inputs,
    concurrency: `stage-${inputs}`,
  })
})

test('Only deployments may ask for an AWS role, and only a job that runs no code of the pull request may comment on it', () => {
  const writers = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'))
  const deploys = { contents: 'read', 'id-token': 'write' }
  expect(Object.fromEntries(writers.map(({ id, job }) => [id, job.permissions]))).toEqual({
    'stage.yml deploy': deploys,
    'stages.yml dev': deploys,
    'stages.yml prod': deploys,
    'template.yml comment': { 'pull-requests': 'write' },
  })
  const { steps } = workflows['template.yml']?.jobs.comment ?? {}
  expect(
    steps?.filter(({ run = '', uses = '' }) => /npm|node/.test(run) || uses.includes('checkout')),
  ).toEqual([])
  for (const { permissions } of Object.values(workflows)) expect(permissions).toEqual({ contents: 'read' })
})
